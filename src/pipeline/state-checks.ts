import { type FindingCode, finding } from '../domain/finding.ts';
import { addMonths, type Month, monthIndex, monthsBetween } from '../domain/month.ts';
import type { State } from '../states/state.ts';
import type { Allocations } from '../store/allocations.ts';
import type { PlacedFinding } from '../store/findings.ts';
import type { ReportRows } from '../store/report-rows.ts';

/**
 * What only a state's data as a whole can show: months without a report, months missing inside a series though
 * others have them, and jurisdictions that appear after the dataset's first month.
 */
export function checkState(
  state: State,
  allocations: Allocations,
  rowsOfKind: (kind: State['kinds'][number]['name']) => ReportRows,
): PlacedFinding[] {
  const spans = allocations.spans();
  const monthsByKind = new Map(state.kinds.map(({ name }) => [name, rowsOfKind(name).months()]));
  const stateMonths = new Set(monthsByKind.get(state.kinds[0].name));
  const findings = [...monthsByKind].flatMap(([kind, months]) =>
    missingRanges(months, state.reportInterval(kind)).map(([first, last]) => {
      const message = `no ${kind} report has ${rangeText(first, last)}, though earlier and later months are there; find and ingest it`;
      return placed('missing-report', message, null, first);
    }),
  );
  const stateFirst = spans.reduce<Month | null>((min, { first }) => (min && min < first ? min : first), null);
  for (const { jurisdictionId, first, last, count } of spans) {
    if (stateFirst && first > stateFirst) {
      const message = `first seen in ${first}, after the dataset's first month ${stateFirst}; is it new, or an old one under another code?`;
      findings.push(placed('new-jurisdiction', message, jurisdictionId, first));
    }
    if (count === monthIndex(last) - monthIndex(first) + 1) continue;
    const present = allocations.monthsOf(jurisdictionId);
    for (const [gapFirst, gapLast] of missingRanges(present, 1, stateMonths)) {
      const message = `no figures for ${rangeText(gapFirst, gapLast)}, though others have them; figures derived across the gap are null`;
      findings.push(placed('missing-month', message, jurisdictionId, gapFirst));
    }
  }
  return findings;
}

/**
 * The gaps between months that should follow each other at an interval, as first and last month; only months of
 * `expected` count, where it is given.
 */
export function missingRanges(
  present: readonly Month[],
  interval: number,
  expected?: ReadonlySet<Month>,
): [Month, Month][] {
  const ranges: [Month, Month][] = [];
  present.forEach((month, at) => {
    const before = present[at - 1];
    if (!before) return;
    const gap = monthsBetween(addMonths(before, interval), addMonths(month, -1)).filter(
      (missing, offset) => offset % interval === 0 && (!expected || expected.has(missing)),
    );
    const [first] = gap;
    if (first) ranges.push([first, gap.at(-1) ?? first]);
  });
  return ranges;
}

function rangeText(first: Month, last: Month): string {
  return first === last ? first : `${first} to ${last}`;
}

function placed(
  code: FindingCode,
  message: string,
  jurisdictionId: number | null,
  month: Month,
): PlacedFinding {
  return { ...finding(code, message), reportId: null, jurisdictionId, month };
}
