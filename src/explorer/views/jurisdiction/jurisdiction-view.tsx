import type { Jurisdiction, SentencePage, StateOverview } from '../../../client/generated/types.gen.ts';
import { isEmbedded, placeLink, readParameter } from '../../address/navigation.ts';
import type { MonthRecord } from '../../figures.ts';
import { countedBy, fileEndOf } from '../../parts/basis-choice.tsx';
import { Loaded, Waiting, withOther } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { inUnit, unitAsked, unitFileEnd, useHasUnits } from '../../parts/unit-choice.tsx';
import { groupNamed, groupOfId, type PlaceOrGroup } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { jurisdictionQuestion, questionAbout } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { calendarMonth, longMonth } from '../../words/months.ts';
import { creditOf } from '../../words/sources.ts';
import { later, type ViewProps } from '../later.tsx';
import { NothingHere } from '../nothing-here.tsx';
import { ComparisonCards } from './comparison-cards.tsx';
import { figureInAddress } from './figure-links.ts';
import { Counting, Lead } from './lead.tsx';
import { Notes } from './notes.tsx';
import { Members, PlacesLikeThis } from './other-places.tsx';
import { PeriodOfPlace, useHasPeriod, useToldOfPeriod } from './period-of-place.tsx';
import { ChartOfPlace } from './place-chart.tsx';
import { PlaceHead } from './place-head.tsx';
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
  const hasPeriod = useHasPeriod(place);
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
  const ofPeriod = useToldOfPeriod(place);
  const field = state.fields.find(({ name }) => name === asked);
  // what is told and compared beside it is in dollars as paid
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
        <p class="hint">{credit}</p>
      </>
    );
  // they tell of the payment
  const told = isPayment ? (ofPeriod ?? sentences) : [];
  const isOfPeriod = isPayment && ofPeriod !== null;
  const period = isPayment ? readParameter('period') : null;
  return (
    <>
      <div class="place-top">
        <PlaceHead {...head} newest={newest} />
        {period !== null && !isOfPeriod && (
          <p class="notice">“{period}” is no period. Write its first and last month: 2020-03..2020-06.</p>
        )}
        {isOfPeriod ? (
          <PeriodOfPlace {...shown} />
        ) : (
          <>
            <Lead sentences={told} />
            <ComparisonCards {...shown} />
          </>
        )}
      </div>
      <ChartOfPlace {...shown} />
      <Counting state={state} sentences={told} />
      {registered && <Notes {...shown} id={registered.id} />}
      {isPayment && (registered ? <PlacesLikeThis {...shown} /> : <Members {...shown} />)}
      {figure && <FigurePanel {...{ place, state, series, figure }} />}
    </>
  );
}
