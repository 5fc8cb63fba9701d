import type { StateOverview } from '../../client/generated/types.gen.ts';
import { countOf } from '../words/figures.ts';
import { everyMonth, longDay } from '../words/months.ts';
import { namePeriod } from '../words/periods.ts';
import { type SalesLag, salesLagOf, shortPaid } from '../words/sales.ts';

/** So many months are named; the calendar shows all. */
const NAMED = 6;

/** The months of a report kind that are missing, and those that are expected. */
export function NotThere({ kind, state }: { kind: string; state: StateOverview }) {
  const ofKind = <Report extends { kind: string }>(reports: readonly Report[]) =>
    reports.filter((report) => report.kind === kind);
  const [lacking, coming] = [ofKind(state.missing), ofKind(state.expected)];
  const [next] = [...coming].sort((a, b) => a.due.localeCompare(b.due));
  const lag = salesLagOf(state);
  const kinds = new Set([...state.missing, ...state.expected].map((report) => report.kind));
  // without other reports of the state there is nothing to tell it from
  const names = kinds.size > 1 ? ` (${nameKind(kind)})` : '';
  return (
    <>
      {lacking.length > 0 && (
        <li class="missing mark-missing">
          Missing{names}: {listMonths(lacking, lag)}
        </li>
      )}
      {next && (
        <li>
          Expected, but not there yet{names}: {listMonths(coming, lag)}. Due since {longDay(next.due)}
        </li>
      )}
    </>
  );
}

/** `ca/monthly-statement` as `monthly statement`. */
export function nameKind(kind: string): string {
  return kind.replace(/^.*\//, '').replaceAll('-', ' ');
}

/** `Monthly statement`, where the name stands alone. */
export function headKind(kind: string): string {
  const name = nameKind(kind);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
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
