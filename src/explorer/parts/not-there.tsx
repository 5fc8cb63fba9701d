import type { StateOverview } from '../../client/generated/types.gen.ts';
import { capitalized } from '../../domain/text/wording.ts';
import { joinNames } from '../../records/files/source.ts';
import { countOf } from '../words/figures.ts';
import { everyMonth, longDay } from '../words/months.ts';
import { namePeriod } from '../words/periods.ts';
import { type SalesLag, salesLagOf, shortPaid } from '../words/sales.ts';

/** So many months are named; the calendar shows all. */
const NAMED = 6;

/** The months that are missing, and those that are expected. Report kinds that lack the same months share a line. */
export function NotThere({ state }: { state: StateOverview }) {
  const { missing, expected } = state;
  const lag = salesLagOf(state);
  const all = new Set([...missing, ...expected].map(({ kind }) => kind));
  // without other reports of the state there is nothing to tell it from
  const named = (kinds: readonly string[]) => (all.size > 1 ? ` (${joinNames(kinds.map(nameKind))})` : '');
  return (
    <>
      {byText(missing, (reports) => listMonths(reports, lag)).map(([text, kinds]) => (
        <li key={text} class="missing mark-missing">
          Missing{named(kinds)}: {text}
        </li>
      ))}
      {byText(expected, (reports) => listExpected(reports, lag)).map(([text, kinds]) => (
        <li key={text}>
          Expected, but not there yet{named(kinds)}: {text}
        </li>
      ))}
    </>
  );
}

/** What is said of the reports of each kind, with the kinds of which the same is said. */
function byText<Report extends { kind: string }>(
  reports: readonly Report[],
  textOf: (reports: readonly Report[]) => string,
): (readonly [string, string[]])[] {
  const kinds = new Map<string, string[]>();
  for (const kind of new Set(reports.map((report) => report.kind))) {
    const text = textOf(reports.filter((report) => report.kind === kind));
    kinds.set(text, [...(kinds.get(text) ?? []), kind]);
  }
  return [...kinds];
}

/** `Nov 2026 (sales of Sep). Due since November 13, 2026`. */
function listExpected(reports: readonly { allocation_period: string; due: string }[], lag: SalesLag): string {
  const [first = ''] = reports.map(({ due }) => due).sort();
  return `${listMonths(reports, lag)}. Due since ${longDay(first)}`;
}

/** `ca/monthly-statement` as `monthly statement`. */
export function nameKind(kind: string): string {
  return kind.replace(/^.*\//, '').replaceAll('-', ' ');
}

/** `Monthly statement`, where the name stands alone. */
export function headKind(kind: string): string {
  return capitalized(nameKind(kind));
}

/** `Mar 2024 (sales of Jan), Apr 2024 (sales of Feb) and 12 more months`, or `Jul 2020 to Oct 2026 (76 months)`. */
function listMonths(reports: readonly { allocation_period: string }[], lag: SalesLag): string {
  const months = reports.map(({ allocation_period }) => allocation_period).sort();
  const [first = '', last = ''] = [months[0], months.at(-1)];
  if (months.length > NAMED && everyMonth(first, last).length === months.length)
    return `${namePeriod({ first, last }, 'short')} (${countOf(months.length, 'month')})`;
  const named = months
    .slice(0, NAMED)
    .map((month) => shortPaid(month, lag))
    .join(', ');
  return months.length <= NAMED ? named : `${named} and ${countOf(months.length - NAMED, 'more month')}`;
}
