import type {
  Jurisdiction,
  Month,
  SentencePage,
  StateOverview,
} from '../../../client/generated/types.gen.ts';
import { capitalized } from '../../../domain/text/wording.ts';
import { compareLink, isEmbedded, placeLink, readParameter, usePageTitle } from '../../address/navigation.ts';
import type { MonthRecord } from '../../figures.ts';
import { chosenPeriod, countedBy, fileEndOf } from '../../parts/basis-choice.tsx';
import { Loaded, Waiting, withOther } from '../../parts/loaded.tsx';
import { inUnit, unitAsked, unitFileEnd, useHasUnits } from '../../parts/unit-choice.tsx';
import {
  groupNamed,
  groupOfId,
  groupsOf,
  idOfGroup,
  nameOfGroup,
  type PlaceGroup,
  type PlaceOrGroup,
} from '../../selection.ts';
import { noteOf } from '../../service/engine.ts';
import { useOverview } from '../../service/overview.ts';
import { jurisdictionQuestion, questionAbout } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { saveFile, useOffer, useSavedName } from '../../table/offers.tsx';
import { countOf, showRate, showType } from '../../words/figures.ts';
import { calendarMonth, longMonth } from '../../words/months.ts';
import { spanOfPeriod } from '../../words/periods.ts';
import { creditOf } from '../../words/sources.ts';
import { later, NothingHere, type ViewProps } from '../later.tsx';
import { ComparisonCards } from './comparison-cards.tsx';
import { figureInAddress } from './figure-links.ts';
import { Counting, Lead } from './lead.tsx';
import { Notes } from './notes.tsx';
import { Members, PlacesLikeThis } from './other-places.tsx';
import { PeriodOfPlace, useTold } from './period-of-place.tsx';
import { ChartOfPlace } from './place-chart.tsx';
import { toSeries } from './series.tsx';

/** A place or a group: what happened in words and cards, charts, tables, other places, and the source of each figure. */
export function JurisdictionView({ parts }: ViewProps) {
  const id = parts.id ?? '';
  const { states } = useOverview();
  const isGroup = groupOfId(id) !== null;
  const jurisdiction = useAnswer(isGroup ? null : jurisdictionQuestion(id));
  const place = isGroup ? groupNamed(id, states) : (jurisdiction.value?.data ?? null);
  const counted = countedBy();
  const state = states.find((known) => known.state === place?.state);
  const chosen = readParameter('field') ?? state?.headline;
  const field = state?.fields.find(({ name }) => name === chosen);
  const asked = { field: readParameter('field'), ...counted, ...(field && unitAsked(field)) };
  const months = useAnswer(place && questionAbout(place, 'months', asked));
  const hasQuarters = (state?.quarter_ends.length ?? 0) > 0;
  const quarters = useAnswer(
    place && hasQuarters ? questionAbout(place, 'months', { ...asked, by: 'quarter' }) : null,
  );
  const sentences = useAnswer(place && questionAbout(place, 'sentences', counted));
  // it stands above the chart, which would move when it comes
  const hasPeriod = Object.values(useTold(place)).every(({ isWaiting }) => !isWaiting);
  const hasUnits = useHasUnits();
  usePageTitle(place?.name ?? null);
  const isNone = jurisdiction.fault?.kind === 'not-found' || jurisdiction.fault?.kind === 'refused';
  if (isNone || (isGroup && !place)) return <NothingHere />;
  const known = isGroup ? months : withOther(months, jurisdiction);
  return (
    <Loaded answer={hasQuarters ? withOther(known, quarters) : known}>
      {({ data }) =>
        // the words and choices stand above all figures, which would move when they come
        place && state && hasPeriod && hasUnits && (sentences.value || sentences.fault) ? (
          <Place
            {...{ place, state, registered: jurisdiction.value?.data ?? null }}
            records={withQuarters(data, quarters.value?.data ?? [])}
            sentences={sentences.value?.data ?? []}
          />
        ) : (
          <Waiting />
        )
      }
    </Loaded>
  );
}

/** The months, each with the quarter that it settles. */
function withQuarters(records: readonly MonthRecord[], quarters: readonly MonthRecord[]): MonthRecord[] {
  const byMonth = new Map(quarters.map(({ month, payment }) => [month, payment]));
  return records.map((record) => ({ ...record, quarter: byMonth.get(record.month) }));
}

/** Loaded when a reader opens it. */
const FigurePanel = later(async () => (await import('./figure-panel.tsx')).FigurePanel);

interface PlaceProps {
  place: PlaceOrGroup;
  state: StateOverview;
  /** What is registered of a place; `null` of a group. */
  registered: Jurisdiction | null;
  /** Newest first. */
  records: readonly MonthRecord[];
  sentences: SentencePage['data'];
}

function Place({ place, state, registered, records, sentences }: PlaceProps) {
  const asked = readParameter('field') ?? state.headline;
  const ofPeriod = useTold(place).told.value;
  const field = state.fields.find(({ name }) => name === asked);
  const isPayment = asked === state.headline && !(field && inUnit(field).isConverted);
  const [newest] = records;
  const head = { place, state, registered };
  if (!field || !newest)
    return (
      <>
        <PlaceHead {...head} />
        <p class="notice">The dataset has no month of {place.name}.</p>
      </>
    );
  // newer months may have no price index yet
  const known = inUnit(field).isConverted ? records.filter(({ payment }) => payment.value !== null) : records;
  // some fields have a figure at quarter ends only
  const isExpected = ({ month }: MonthRecord) =>
    !field.quarter_end_only || state.quarter_ends.includes(calendarMonth(month));
  const record = known.find(isExpected) ?? newest;
  const { basis, fiscal_year_start: start = state.fiscal_year_start } = countedBy();
  const series = toSeries(records, field, { fiscalYearStart: start, basis }, state);
  const figure = figureInAddress(series);
  const name = `${place.slug}-${field.name.replaceAll('_', '-')}`;
  const fileName = `${name}${fileEndOf(series.basis)}${unitFileEnd(field)}`;
  const credit = `${creditOf([state])} ${longMonth(series.months.at(-1)?.month ?? '')}.`;
  const shown = { place, state, series, record, fileName, credit };
  if (isEmbedded())
    return (
      <>
        <h1 class="embedded">
          <a href={placeLink(place.id)}>{place.name}</a>
        </h1>
        <ChartOfPlace {...shown} />
      </>
    );
  const told = isPayment ? (ofPeriod?.data ?? sentences) : [];
  const isOfPeriod = isPayment && chosenPeriod() !== null;
  const period = readParameter('period');
  return (
    <>
      <div class="place-top">
        <PlaceHead {...head} newest={newest} />
        {period !== null && !isOfPeriod && (
          <p class="notice">
            {chosenPeriod()
              ? 'The sum of the chosen months is told of the payment in dollars as paid only.'
              : `“${period}” is no period. Write its first and last month: 2020-03..2020-06.`}
          </p>
        )}
        {isOfPeriod ? (
          <PeriodOfPlace {...shown} />
        ) : (
          <>
            <Lead sentences={told} isOfPlace={registered !== null} />
            <ComparisonCards {...shown} />
          </>
        )}
      </div>
      <ChartOfPlace {...shown} />
      <Counting state={state} sentences={told} isOfPlace={registered !== null} />
      {registered && <Notes {...shown} id={registered.id} />}
      {isPayment && (registered ? <PlacesLikeThis {...shown} /> : <Members {...shown} />)}
      {figure && <FigurePanel {...{ place, state, series, figure }} />}
    </>
  );
}

interface PlaceHeadProps {
  place: PlaceOrGroup;
  state: StateOverview;
  /** What is registered of a place; `null` of a group. */
  registered: Jurisdiction | null;
  /** Its newest month, if it has one. */
  newest?: Month;
}

/** What the place or group is, and the groups that it belongs to. */
function PlaceHead({ place, state, registered, newest }: PlaceHeadProps) {
  useNoteOffer(registered?.id, `${place.slug}-note`, newest);
  const groups = groupsOf(place).filter((group) => idOfGroup(group) !== place.id);
  return (
    <header class="place-head">
      <h1>{place.name}</h1>
      <p class="facts">
        {registered ? (
          <Facts place={registered} state={state} />
        ) : (
          <>
            {newest && countOf(newest.members, 'place')}
            {groups.map((group) => (
              <span key={idOfGroup(group)}>
                {' '}
                · <a href={placeLink(idOfGroup(group))}>{nameOfGroup(group, state)}</a>
              </span>
            ))}
          </>
        )}
        <span class="in-full">
          {' '}
          · <a href={compareLink([place.id])}>Compare</a>
          {registered && ' · '}
          {registered && (
            <button
              type="button"
              class="as-link"
              onClick={() => document.querySelector('.peers')?.scrollIntoView()}
            >
              Places like this one
            </button>
          )}
        </span>
      </p>
    </header>
  );
}

/** `City in Alameda County, California · code 01990 · tax rate 9.5%`, with links to its groups. */
function Facts({ place, state }: { place: Jurisdiction; state: StateOverview }) {
  const { type, county, sales_tax_rate, sales_tax_id } = place;
  const facts = [
    // some states have no codes: the register names their places
    ...(/^(?=.*\d)\w{1,10}$/.test(String(sales_tax_id)) ? [`code ${sales_tax_id}`] : []),
    ...(sales_tax_rate === null ? [] : [`tax rate ${showRate(sales_tax_rate)}`]),
  ];
  const ofState = { state: state.state, type, county: null };
  const link = (group: PlaceGroup, text: string) => <a href={placeLink(idOfGroup(group))}>{text}</a>;
  return (
    <>
      {type === null ? showType(type) : link(ofState, capitalized(showType(type)))}
      {county !== null && type !== null && type !== 'county' && (
        <> in {link({ ...ofState, county }, `${county} County`)}</>
      )}
      , {link({ ...ofState, type: null }, state.name)}
      {facts.map((fact) => ` · ${fact}`)}
    </>
  );
}

/** Offers the note of one place and the chosen months, or its newest: a page that opens without the service. */
function useNoteOffer(id: number | undefined, fileName: string, newest: Month | undefined): void {
  const savedName = useSavedName(fileName);
  const isOffered = id !== undefined && newest !== undefined;
  const save = async () => {
    if (!isOffered) return;
    // the note counts as the view does
    const counted = countedBy();
    const counts = counted.basis === 'sales' ? newest.sales_month : newest.month;
    const period = chosenPeriod() ?? { first: counts ?? '', last: counts ?? '' };
    const note = await noteOf({ id, month: spanOfPeriod(period), ...counted });
    saveFile(`${savedName}${fileEndOf(counted.basis)}.html`, new Blob([note], { type: 'text/html' }));
  };
  useOffer(isOffered ? { kind: 'note', ways: { HTML: save } } : null);
}
