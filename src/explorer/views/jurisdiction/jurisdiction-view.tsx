import type { Jurisdiction, SentencePage, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { choiceOf, linkHere, parametersNamed, readParameter } from '../../address/navigation.ts';
import { FISCAL_YEAR_TO_DATE, type MonthRecord } from '../../figures.ts';
import { basisOf, fileEndOf } from '../../parts/basis-choice.tsx';
import { Loaded, Waiting, withOther } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Found, SearchBox } from '../../parts/search-box.tsx';
import { lastDue, useOverview, useRememberedState } from '../../service/overview.ts';
import { jurisdictionQuestion, placesQuestion, questionAbout } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import { longMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { creditOf } from '../../words/sources.ts';
import { later } from '../later.tsx';
import type { ViewProps } from '../view.ts';
import { chartsOf } from './charts.ts';
import { ComparisonCards } from './comparison-cards.tsx';
import { figureInAddress } from './figure-links.ts';
import { monthColumns } from './month-columns.tsx';
import { Notes } from './notes.tsx';
import { PlacesLikeThis } from './peers/places-like-this.tsx';
import { PeriodOfPlace } from './period-of-place.tsx';
import { ChartOfPlace } from './place-chart.tsx';
import { PlaceHead } from './place-head.tsx';
import { newestWith, toSeries } from './series.tsx';

/** One jurisdiction: what happened in words and cards, charts, tables, places like it, and where each figure comes from. */
export function JurisdictionView({ parts }: ViewProps) {
  const id = parts.id ?? '';
  const { states } = useOverview();
  const jurisdiction = useAnswer(jurisdictionQuestion(id));
  const counted = parametersNamed('fiscal_year_start', 'basis');
  const place = jurisdiction.value?.data;
  const state = states.find((known) => known.state === place?.state);
  const asked = { field: readParameter('field'), ...counted };
  const months = useAnswer(place ? questionAbout(place, 'months', asked) : null);
  const hasQuarters = (state?.quarter_ends.length ?? 0) > 0;
  const quarters = useAnswer(
    place && hasQuarters ? questionAbout(place, 'months', { ...asked, by: 'quarter' }) : null,
  );
  const sentences = useAnswer(place ? questionAbout(place, 'sentences', counted) : null);
  usePageTitle(jurisdiction.value?.data.name ?? null);
  useRememberedState(jurisdiction.value?.data.state);
  if (jurisdiction.fault?.kind === 'not-found' || jurisdiction.fault?.kind === 'refused')
    return <NoPlace text={id} />;
  return (
    <Loaded answer={withOther(months, hasQuarters ? withOther(jurisdiction, quarters) : jurisdiction)}>
      {({ data }) =>
        // the words stand above all figures, which would move when they come
        place && state && (sentences.value || sentences.fault) ? (
          <Place
            {...{ place, state }}
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
  place: Jurisdiction;
  state: StateOverview;
  /** Newest first. */
  records: readonly MonthRecord[];
  sentences: SentencePage['data'];
}

function Place({ place, state, records, sentences }: PlaceProps) {
  const asked = readParameter('field') ?? state.headline;
  const isPayment = asked === state.headline;
  const beside = isPayment ? state.fields.find(({ computed }) => computed !== null) : undefined;
  const counted = parametersNamed('fiscal_year_start', 'basis');
  const computed = useAnswer(
    beside ? questionAbout(place, 'months', { ...counted, field: beside.name }) : null,
  );
  const field = state.fields.find(({ name }) => name === asked);
  const [newest] = records;
  if (!field || !newest)
    return (
      <>
        <PlaceHead place={place} state={state} />
        <p class="notice">The dataset has no month of {place.name}.</p>
      </>
    );
  const record = newestWith(field, records, state.quarter_ends) ?? newest;
  const start = Number(counted.fiscal_year_start ?? state.fiscal_year_start);
  const counting = { fiscalYearStart: start, basis: basisOf() };
  const series = toSeries(records, field, counting, state);
  const chart = choiceOf('chart', chartsOf(series, state));
  const hasTable = HAVE_TABLES.includes(chart);
  const figure = figureInAddress(series);
  const table = {
    caption: `${place.name}: ${field.label}, all months, newest first`,
    columns: monthColumns(
      series,
      chart,
      beside && computed.value ? toSeries(computed.value.data, beside, counting, state) : null,
    ),
    rows: [...series.months].reverse(),
    fileName: `${place.slug}-${field.name.replaceAll('_', '-')}${fileEndOf(series.basis)}`,
  };
  const credit = `${creditOf([state])} ${longMonth(series.months.at(-1)?.month ?? '')}.`;
  const shown = { place, state, series, record, fileName: table.fileName, credit };
  return (
    <>
      <div class="place-top">
        <PlaceHead place={place} state={state} newest={newest} />
        {/* they tell of the payment */}
        {sentences.length > 0 && isPayment && <Words {...{ sentences, state }} month={newest.month} />}
        <ComparisonCards {...shown} />
      </div>
      {isPayment && <PeriodOfPlace {...shown} />}
      <ChartOfPlace {...shown} />
      <Notes {...shown} />
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
      {isPayment && <PlacesLikeThis {...shown} />}
      {figure && <FigurePanel {...{ place, state, series, figure }} />}
    </>
  );
}

/** Shown if no place has the address: the places that have its text in their name or code, and the search. */
function NoPlace({ text }: { text: string }) {
  usePageTitle('No such place');
  const found = useAnswer(placesQuestion({ q: text.replaceAll('-', ' '), limit: 10 })).value?.data ?? [];
  const isSample = useOverview().states.some(({ has_invented }) => has_invented);
  return (
    <>
      <h1>There is no place with this address</h1>
      {found.length > 0 && <p>Did you mean one of these?</p>}
      <ul>
        {found.map((place) => (
          <li key={place.id}>
            <a href={linkTo(`/jurisdictions/${place.id}`)}>
              <Found jurisdiction={place} />
            </a>
          </li>
        ))}
      </ul>
      {isSample && (
        <p>
          The sample has only a few invented places. Load your reports. For Texas, open{' '}
          <a href="https://data.texas.gov">data.texas.gov</a>, search for 3p4v-vsr3, choose Export, then CSV.
          Then run <code>allocations ingest FILE</code>.
        </p>
      )}
      <SearchBox />
    </>
  );
}

/** A difference in brackets, whose sign and dollars belong together. */
const DIFFERENCE = /(\([+−]\$[^)]*\))/;

/** The charts that show what sentences say. */
const CHARTS: Readonly<Record<string, string>> = { parts: 'parts', projection: FISCAL_YEAR_TO_DATE.id };

const MONTHS_OF_YEAR = 12;

interface WordsProps {
  sentences: SentencePage['data'];
  state: StateOverview;
  /** The newest month of the place. */
  month: MonthDate;
}

/** What happened, in plain words. Sentences about the parts and the year's end lead to their charts. */
function Words({ sentences, state, month }: WordsProps) {
  return (
    <p class="words">
      {sentences.map(({ topic, text, caution }) => (
        <span key={topic} data-topic={topic} class={caution === null ? '' : 'caution'}>
          {caution === null && CHARTS[topic] ? (
            <a href={linkHere({ chart: CHARTS[topic] })}>{text}</a>
          ) : (
            text.split(DIFFERENCE).map((part, at) =>
              at % 2 === 1 ? (
                <span key={part} class="one-line">
                  {part}
                </span>
              ) : (
                part
              ),
            )
          )}{' '}
        </span>
      ))}
      {isOld(state, month) && (
        <span data-topic="newest">Newest payment here: {longMonth(month)}. Later months are not loaded.</span>
      )}
    </p>
  );
}

/** Whether a year or more of the state is due after its newest month. A place that ended before has nothing to come. */
function isOld(state: StateOverview, month: MonthDate): boolean {
  const due = monthNumber(lastDue(state));
  return month === state.newest?.allocation_period && due - monthNumber(month) >= MONTHS_OF_YEAR;
}
