import type { ComparableFigure, YearOverYear } from '../../derive/analysis.ts';
import { changeOf } from '../../derive/slots.ts';
import type { GroupFigure } from '../../derive/span-sum.ts';
import { formatCount, formatGrouped } from '../../domain/money.ts';
import { divideScaled } from '../../domain/ratio.ts';
import { taxChangesOf, taxReason } from '../../records/descriptions/compared/tax-changes.ts';

/** A further column. If no line has it, it is left out. */
export interface TextColumn<Entry> {
  head: string;
  cell: (one: Entry) => string | null;
}

/** Says by which months sums count, if these are not the months of payment. */
export function byBasis(meta: Readonly<Record<string, unknown>> | undefined): string {
  return meta?.basis === 'sales' ? ', counted by month of sale' : '';
}

/** What the change of a group compares. */
export const LIKE_FOR_LIKE =
  'A sum has all payments of its months; missing ones are counted. A change is like for like: it leaves out members that lack a payment of one of the two years. --format csv has both sums that it compares.';

/** A change in millionths as percent, to two decimals. */
function formatChange(change: number | null): string {
  return change === null ? '-' : formatHundredths(divideScaled(change, 100, 1) ?? 0);
}

function formatHundredths(hundredths: number): string {
  return `${hundredths > 0 ? '+' : ''}${formatGrouped(hundredths, 2)}%`;
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

/** The change without a change of tax, if it is known and differs from the other in any line. */
export function comparableColumn<Entry>(
  lines: readonly Entry[],
  figureOf: (one: Entry) => ComparableFigure,
): TextColumn<Entry> {
  const figures = lines.map(figureOf);
  const differs =
    figures.some((figure) => taxReason(figure) !== null) &&
    figures.some(({ comparable }) => typeof comparable?.change === 'number');
  return {
    head: 'comparable',
    cell: (one) => (differs ? formatChange(figureOf(one).comparable?.change ?? null) : null),
  };
}

/** Changes of tax that a text names. */
const MOST_NAMED = 5;

/**
 * Why the comparable change differs, each change of tax once, and where it is not known. `placeOf` names a line, and
 * `others` says how to see all changes of tax.
 */
export function comparableNotes<Entry>(
  lines: readonly Entry[],
  figureOf: (one: Entry) => ComparableFigure,
  placeOf: (one: Entry) => string | undefined = () => undefined,
  others = '; and others.',
): string[] {
  const differing = lines.filter((one) => taxReason(figureOf(one)) !== null);
  const changes = differing.flatMap((one) => {
    const place = placeOf(one);
    return taxChangesOf(figureOf(one)).map((text) => (place === undefined ? text : `${place}: ${text}`));
  });
  const named = [...new Set(changes)];
  const known = differing.flatMap((one) => figureOf(one).comparable ?? []);
  const hasMore = named.length > MOST_NAMED || known.some(({ further }) => further > 0);
  const isUnknown = known.some(({ change, taxChanges }) => change === null && taxChanges.length === 0);
  const isNowhere = lines.every((one) => typeof figureOf(one).comparable?.change !== 'number');
  return [
    ...(named.length > 0
      ? [
          `The comparable change leaves out changes of tax: ${named.slice(0, MOST_NAMED).join('; ')}${hasMore ? others : '.'}`,
        ]
      : []),
    ...(!isNowhere && known.some(({ leftOut }) => leftOut > 0)
      ? ['The comparable change of a sum leaves out places whose tax is not known for every month.']
      : []),
    ...(isUnknown
      ? [
          isNowhere
            ? 'There is no comparable change, because the tax is not known for every month.'
            : 'comparable -: the tax is not known for every month.',
        ]
      : []),
  ];
}

export function doubtCountColumn<Entry extends { doubtful: number }>(): TextColumn<Entry> {
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
  return marked(doubtful > 0, formatExactChange(figure));
}

export function marked(isDoubtful: boolean, text: string): string {
  return isDoubtful ? `? ${text}` : text;
}

/** What the mark means, if a line has it. */
export function doubtedNotes(lines: readonly { doubtful: Readonly<Record<string, number>> }[]): string[] {
  if (!lines.some(({ doubtful }) => Object.values(doubtful).some((count) => count > 0))) return [];
  return [
    '? The checks doubt a payment of this figure, or of the year before. To see why, run: allocations findings --severity warning',
  ];
}
