import type { ComparableFigure, YearOverYear } from '../../derive/analysis.ts';
import { changeOf } from '../../derive/slots.ts';
import type { GroupFigure } from '../../derive/span-sum.ts';
import { formatCount, formatGrouped } from '../../domain/money.ts';
import { divideScaled } from '../../domain/ratio.ts';
import type { Doubted } from '../../records/descriptions/compared/compared-figures.ts';
import { taxReason } from '../../records/descriptions/compared/tax-changes.ts';

/** A further column. If no line has it, it is left out. */
export interface TextColumn<Entry> {
  head: string;
  cell: (one: Entry) => string | null;
}

/** What the change of a group compares. */
export const LIKE_FOR_LIKE =
  'A sum has all payments of its months; missing ones are counted. A change is like for like: it leaves out members that lack a payment of one of the two years. --format csv has both sums that it compares.';

/** A change in millionths as percent, to two decimals. */
function formatChange(change: number | null): string {
  return change === null ? '-' : formatHundredths(divideScaled(change, 100, 1) ?? 0);
}

function formatHundredths(hundredths: number): string {
  return `${hundredths > 0 ? '+' : ''}${formatGrouped(hundredths, 2)} %`;
}

/** The change from one value to another as percent, to two decimals; `null` if it has none. */
export function formatMove(before: number | null, after: number | null): string | null {
  const change = changeOf(after, before);
  return change === null ? null : formatExactChange({ value: after, yearAgo: before, change });
}

/** The change of a figure, rounded once: the six decimals of `change` would be rounded a second time. */
export function formatExactChange(figure: YearOverYear | GroupFigure): string {
  const { change } = figure;
  const [now, before] =
    'likeForLike' in figure ? [figure.likeForLike, figure.likeForLikeAgo] : [figure.value, figure.yearAgo];
  if (now === null || before === null || change === null || before === 0) return formatChange(change);
  return formatHundredths(divideScaled(10 * (now - before), Math.abs(before), 1000) ?? 0);
}

/** The change without a change of tax, if it differs from the other in any line. */
export function comparableColumn<Entry>(
  lines: readonly Entry[],
  figureOf: (one: Entry) => ComparableFigure,
): TextColumn<Entry> {
  const differs = lines.some((one) => taxReason(figureOf(one)) !== null);
  return {
    head: 'comparable',
    cell: (one) => (differs ? formatChange(figureOf(one).comparable?.change ?? null) : null),
  };
}

/** Why the comparable change differs, each reason once. */
export function comparableNotes(figures: readonly ComparableFigure[]): string[] {
  const reasons = new Set(figures.flatMap((figure) => taxReason(figure) ?? []));
  if (reasons.size === 0) return [];
  return [`The comparable change leaves out a change of tax: ${[...reasons].join('; ')}.`];
}

export function doubtfulColumn<Entry extends { doubtful: number }>(): TextColumn<Entry> {
  return { head: 'doubtful', cell: ({ doubtful }) => (doubtful > 0 ? formatCount(doubtful) : null) };
}

export function doubtfulNotes(lines: readonly { doubtful: number }[]): string[] {
  if (lines.every(({ doubtful }) => doubtful === 0)) return [];
  return [
    'doubtful: how many payments of the sums and of their year before the checks doubt. To see them, run: allocations findings --severity warning',
  ];
}

/** A change, with a mark if the checks doubt one of its payments. */
export function markDoubt(doubtful: number, figure: YearOverYear | GroupFigure): string {
  return `${doubtful > 0 ? '? ' : ''}${formatExactChange(figure)}`;
}

/** What the mark means, if a line has it. */
export function doubtedNotes(lines: readonly Doubted[]): string[] {
  if (!lines.some(({ doubtful }) => Object.values(doubtful).some((count) => count > 0))) return [];
  return [
    '? The checks doubt a payment of this figure, or of the year before. To see why, run: allocations findings --severity warning',
  ];
}
