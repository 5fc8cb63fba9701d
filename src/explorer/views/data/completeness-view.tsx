import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { readParameter } from '../../address/navigation.ts';
import { headKind, NotThere, nameKind } from '../../parts/not-there.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { useOverview, withFirst } from '../../service/overview.ts';
import { countOf } from '../../words/figures.ts';
import { calendarMonthName, dateOfMonth, type MonthDate, yearOf } from '../../words/months.ts';
import { paidMonth, salesLagOf } from '../../words/sales.ts';
import { PartTabs } from '../part-tabs.tsx';
import { NEWEST } from '../rankings/ranking.ts';

/** Which months are there of each state, which are missing, and which reports wait. The asked state comes first. */
export function CompletenessView() {
  const asked = readParameter('state');
  usePageTitle('Completeness');
  return (
    <>
      <h1>Completeness</h1>
      <PartTabs current="/data/completeness" />
      {withFirst(useOverview().states, asked).map((state) => (
        <StateReports key={state.state} state={state} />
      ))}
    </>
  );
}

/** The reports of one state: which months are there, what is missing or expected. */
function StateReports({ state }: { state: StateOverview }) {
  const { name, first_period, last_period, jurisdictions } = state;
  const lag = salesLagOf(state);
  if (first_period === null || last_period === null)
    return (
      <section aria-label={name} data-state={state.state}>
        <h2>{name}</h2>
        <p class="notice">No report of {name} is loaded yet.</p>
      </section>
    );
  return (
    <section class="state" aria-label={name} data-state={state.state}>
      <h2>{name}</h2>
      <p>
        Paid from {paidMonth(first_period, lag)}, to {paidMonth(last_period, lag)}.{' '}
        {countOf(jurisdictions, 'place')}.{' '}
        <a href={linkTo(`/rankings/${state.state}/${NEWEST}`)}>Ranking of the newest month</a>
      </p>
      <div class="calendars">
        {reportKinds(state).map((kind) => (
          <MonthGrid key={kind} state={state} kind={kind} />
        ))}
      </div>
      <GridKey />
      <ul class="expected-reports">
        <NotThere state={state} />
      </ul>
    </section>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** What the dataset has of a month of a report kind. */
type Presence = 'loaded' | 'missing' | 'expected' | 'none';

const MARKS: Readonly<Record<Presence, string>> = { loaded: '■', missing: '✕', expected: '□', none: '·' };
const PRESENCE_TEXTS: Readonly<Record<Presence, string>> = {
  loaded: 'loaded',
  missing: 'missing',
  expected: 'expected, not there yet',
  none: 'no report of this kind',
};

/** The kinds of reports that a state sends. */
function reportKinds({ months, expected, missing }: StateOverview): string[] {
  const named = [...expected, ...missing].map(({ kind }) => kind);
  return [...new Set([...months.flatMap(({ reports }) => Object.keys(reports)), ...named])].sort();
}

/** A calendar of the reports of one kind: a line for each year, the newest first. */
function MonthGrid({ state, kind }: { state: StateOverview; kind: string }) {
  const { months, expected, missing } = state;
  const presence = new Map<MonthDate, Presence>();
  for (const { allocation_period, reports } of months)
    if (reports[kind]) presence.set(allocation_period, 'loaded');
  for (const known of missing) if (known.kind === kind) presence.set(known.allocation_period, 'missing');
  for (const known of expected) if (known.kind === kind) presence.set(known.allocation_period, 'expected');
  const years = [...presence.keys()].map(yearOf);
  if (years.length === 0) return null;
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const loaded = [...presence.values()].filter((one) => one === 'loaded').length;
  return (
    /* biome-ignore lint/a11y/noNoninteractiveTabindex: with large text the calendar is scrolled, by keyboard too */
    <figure class="calendar" data-kind={kind} tabIndex={0}>
      <figcaption>
        <b>{headKind(kind)}</b> <span class="hint">{countOf(loaded, 'month')}</span>
      </figcaption>
      <table>
        <caption class="unseen">
          Months of {nameKind(kind)}: {Object.values(PRESENCE_TEXTS).join('; ')}
        </caption>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                <abbr title={calendarMonthName(month, 'long')}>{calendarMonthName(month).slice(0, 1)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: last - first + 1 }, (_, at) => last - at).map((year) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {MONTHS.map((month) => (
                <GridCell key={month} month={dateOfMonth(year * 12 + month - 1)} presence={presence} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function GridCell({ month, presence }: { month: MonthDate; presence: ReadonlyMap<MonthDate, Presence> }) {
  const here = presence.get(month) ?? 'none';
  return (
    <td class={`mark-${here}`} data-month={month} data-presence={here}>
      <span aria-hidden="true">{MARKS[here]}</span>
      <span class="unseen">{PRESENCE_TEXTS[here]}</span>
    </td>
  );
}

/** What the marks of the calendars mean. */
function GridKey() {
  const marks: Presence[] = ['loaded', 'missing', 'expected'];
  return (
    <p class="hint calendar-key" aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark} class={`mark-${mark}`}>
          {MARKS[mark]} {PRESENCE_TEXTS[mark]}
        </span>
      ))}
    </p>
  );
}
