import type { Jurisdiction, SentencePage, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { choiceOf, isEmbedded, parametersNamed, placeLink, readParameter } from '../../address/navigation.ts';
import type { MonthRecord } from '../../figures.ts';
import { basisOf, fileEndOf } from '../../parts/basis-choice.tsx';
import { Loaded, Waiting, withOther } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Found, SearchBox } from '../../parts/search-box.tsx';
import { inUnit, unitAsked, unitFileEnd, useHasUnits } from '../../parts/unit-choice.tsx';
import { groupNamed, groupOfId, type PlaceOrGroup } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { jurisdictionQuestion, placesQuestion, questionAbout } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import { longMonth } from '../../words/months.ts';
import { creditOf } from '../../words/sources.ts';
import { later } from '../later.tsx';
import type { ViewProps } from '../view.ts';
import { chartsOf } from './charts.ts';
import { ComparisonCards } from './comparison-cards.tsx';
import { figureInAddress } from './figure-links.ts';
import { Counting, Lead } from './lead.tsx';
import { Members } from './members.tsx';
import { monthColumns } from './month-columns.tsx';
import { Notes } from './notes.tsx';
import { PlacesLikeThis } from './peers/places-like-this.tsx';
import { PeriodOfPlace, useHasPeriod } from './period-of-place.tsx';
import { ChartOfPlace } from './place-chart.tsx';
import { PlaceHead } from './place-head.tsx';
import { newestWith, toSeries } from './series.tsx';

/** A place or a group: what happened in words and cards, charts, tables, other places, and the source of each figure. */
export function JurisdictionView({ parts }: ViewProps) {
  const id = parts.id ?? '';
  const { states } = useOverview();
  const isGroup = groupOfId(id) !== null;
  const jurisdiction = useAnswer(isGroup ? null : jurisdictionQuestion(id));
  const place = isGroup ? groupNamed(id, states) : (jurisdiction.value?.data ?? null);
  const counted = parametersNamed('fiscal_year_start', 'basis');
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
  if (isNone || (isGroup && !place)) return <NoPlace text={id} />;
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
const FigurePanel = later(async () => (await import('./figure/figure-panel.tsx')).FigurePanel);

/** The charts with tables of their own, which have their own buttons to save them. */
const HAVE_TABLES: readonly string[] = ['fiscal-year', 'years', 'parts'];

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
  const field = state.fields.find(({ name }) => name === asked);
  // what is told and compared beside it is in dollars as paid
  const isPayment = asked === state.headline && !(field && inUnit(field).isConverted);
  const beside = isPayment ? state.fields.find(({ computed }) => computed !== null) : undefined;
  const counted = parametersNamed('fiscal_year_start', 'basis');
  const computed = useAnswer(
    beside ? questionAbout(place, 'months', { ...counted, field: beside.name }) : null,
  );
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
  const record = newestWith(field, known, state.quarter_ends) ?? newest;
  const start = Number(counted.fiscal_year_start ?? state.fiscal_year_start);
  const counting = { fiscalYearStart: start, basis: basisOf() };
  const series = toSeries(records, field, counting, state);
  const chart = choiceOf('chart', chartsOf(series, state));
  const hasTable = HAVE_TABLES.includes(chart);
  const figure = figureInAddress(series);
  const table = {
    caption: `${place.name}: ${series.field.label}, all months, newest first`,
    columns: monthColumns(
      series,
      chart,
      beside && computed.value ? toSeries(computed.value.data, beside, counting, state) : null,
    ),
    rows: [...series.months].reverse(),
    fileName: `${place.slug}-${field.name.replaceAll('_', '-')}${fileEndOf(series.basis)}${unitFileEnd(field)}`,
  };
  const credit = `${creditOf([state])} ${longMonth(series.months.at(-1)?.month ?? '')}.`;
  const shown = { place, state, series, record, fileName: table.fileName, credit };
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
  const told = isPayment ? sentences : [];
  return (
    <>
      <div class="place-top">
        <PlaceHead {...head} newest={newest} />
        <Lead place={place} sentences={told} />
        <ComparisonCards {...shown} />
      </div>
      {isPayment && <PeriodOfPlace {...shown} />}
      <ChartOfPlace {...shown} />
      <Counting {...shown} sentences={told} month={newest.month} />
      {registered && <Notes {...shown} id={registered.id} />}
      {isPayment && (registered ? <PlacesLikeThis {...shown} /> : <Members {...shown} />)}
      {!hasTable && (
        <section aria-label="All months">
          <h2>All months</h2>
          <FigureTable
            {...table}
            keyOf={({ month }) => month}
            marked={figure?.month ?? null}
            first={MONTHS_SHOWN}
          />
        </section>
      )}
      {figure && <FigurePanel {...{ place, state, series, figure }} />}
    </>
  );
}

/** Shown if no place has the address: the places that have its text in their name or code, and the search. */
function NoPlace({ text }: { text: string }) {
  usePageTitle('No such place');
  const found = useAnswer(placesQuestion({ q: text.replaceAll(/[-:]/g, ' '), limit: 10 })).value?.data ?? [];
  return (
    <>
      <h1>There is no place with this address</h1>
      {found.length > 0 && <p>Did you mean one of these?</p>}
      <ul>
        {found.map((place) => (
          <li key={place.id}>
            <a href={linkTo(`/jurisdictions/${place.id}`)}>
              <Found place={place} />
            </a>
          </li>
        ))}
      </ul>
      <SearchBox />
    </>
  );
}
