import { isMember, type Measured, measure, rankBy, sortLines } from '../../derive/figure.ts';
import { nearestInSize } from '../../derive/place/nearest.ts';
import { inSpans, monthsIn, oneMonth, type Span, twelveMonths } from '../../derive/span.ts';
import { RATIO_SCALE, UNIT_SCALES } from '../../domain/allocation.ts';
import { groupBy } from '../../domain/groups.ts';
import type { FigureReading } from '../../domain/reading/figure-reading.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import { plural } from '../../domain/text/wording.ts';
import type { AskedOf } from '../description.ts';
import { type ComparedKind, type ComparedRow, compareRecord } from '../descriptions/compare.ts';
import { conversionInWords } from '../filters/shared-filters.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { type FiguresBeside, foundRows, listOfFigures } from '../found-rows.ts';
import { hasTaxChange } from '../reasons.ts';
import { convertedReading } from './conversion.ts';
import {
  groupOfPlaces,
  membersOf,
  type Selected,
  type SelectedPlace,
  spansAsked,
  spanText,
} from './selection.ts';

type AskedCompare = AskedOf<typeof compareRecord>;

/** How many places count as the nearest. */
const NEAREST = 5;

/** The payments of places or groups in one span, against another. */
export const comparisons = listOfFigures(compareRecord, {
  find: (view, asked, window, beside) => {
    const { sort = { column: 'value', descending: true }, near, minimum = 0 } = asked;
    const least = minimum * UNIT_SCALES.amount;
    const rows = linesOf(view, asked, beside).filter(
      ({ paidBefore }) => minimum === 0 || (paidBefore ?? 0) >= least,
    );
    const converted = conversionInWords(asked);
    if (near !== undefined && !asked.sort) return { ...foundRows(rows, window), converted };
    const { column, descending } = sort;
    const sorted = sortLines(rows, keyBy(column), descending, latenessBy(column));
    return { ...foundRows(sorted, window), converted, note: lateNote(rows, column) };
  },
});

/** All lines of a comparison, by id or by the name of the group. */
export function linesOf(view: FigureReading, asked: AskedCompare, beside?: FiguresBeside): ComparedRow[] {
  const selected = membersOf(view, asked);
  const spans = spansAsked(selected, asked);
  if (!spans) return [];
  const { span, against } = spans;
  const { group, state, lag } = selected;
  const isThere = ({ member: { series, sums } }: SelectedPlace) =>
    isMember(series, span.last) || sums.paid(span) + sums.paid(against) > 0;
  const places = selected.places.filter(isThere);
  const sizes = asked.near === undefined ? null : sizesNear(selected, asked.near, span);
  const chosen = sizes
    ? [...sizes.keys()].flatMap((id) => places.filter(({ subject }) => subject.id === id))
    : places;
  const doubts = openDoubts(view, state, lag);
  const convert = openConverted(view, asked, beside);
  const whole = measure(groupOfPlaces(group, places), span, against).value;
  const text = { months: spanText(span), against: spanText(against) };
  const lines = byLine(chosen, asked.by ?? 'place', state.name).map(([name, members, place]) => {
    const paid = measure(groupOfPlaces(group, members, place !== null), span, against);
    const sum = convert?.(members, place !== null, span, against) ?? paid;
    return {
      ...{ place: place?.subject ?? null, group: name, members: members.length, ...text, sum },
      paidBefore: paid.ago,
      share: paid.value === null || !whole || whole < 0 ? null : (paid.value * RATIO_SCALE) / whole,
      size: (place && sizes?.get(place.subject.id)) ?? null,
      lacking: place && (inSpans(lackingIn(place, against).concat(lackingIn(place, span))) || null),
      doubt: place && doubts.first(place.subject.id, span, against),
    };
  });
  const rankOf = rankBy(lines, ({ sum }) => sum.value);
  return lines.map((line) => ({ ...line, rank: rankOf(line) }));
}

/** Measures places in the unit that is asked for; `null` if that is dollars as paid. */
function openConverted(view: FigureReading, asked: AskedCompare, beside?: FiguresBeside) {
  const reading = convertedReading(view, asked, beside);
  if (!reading.conversion) return null;
  const { group, places } = membersOf(reading, asked);
  const byId = new Map(places.map((place) => [place.subject.id, place]));
  return (of: readonly SelectedPlace[], isPlace: boolean, span: Span, against: Span) => {
    const members = of.flatMap(({ subject }) => byId.get(subject.id) ?? []);
    return measure(groupOfPlaces(group, members, isPlace), span, against);
  };
}

/** Divides places into lines: a place each, or groups by name, those whose group is not known last. */
function byLine(
  places: readonly SelectedPlace[],
  by: ComparedKind,
  state: string,
): [name: string | null, members: readonly SelectedPlace[], place: SelectedPlace | null][] {
  if (by === 'place') return places.map((place) => [null, [place], place]);
  if (by === 'all') return places.length === 0 ? [] : [[state, places, null]];
  const groups = [...groupBy(places, ({ subject }) => subject[by])];
  return sortLines(groups, ([name]) => name, false).map(([name, members]) => [name, members, null]);
}

/** The places of the same type that are nearest in size, by their size as a share of that of the place. */
function sizesNear({ places, group }: Selected, id: number, { last }: Span): Map<number, number> {
  const sized = places.flatMap((place) => {
    const { id: of, type } = place.subject;
    const year = twelveMonths(last);
    const size = measure(groupOfPlaces(group, [place], true), year, year).value ?? 0;
    return isMember(place.member.series, last) && size > 0 ? [{ id: of, type, size }] : [];
  });
  if (!places.some(({ subject }) => subject.id === id))
    throw new WrongFilter('near', [`No place of the selection has the id ${id}.`]);
  const own = sized.find((one) => one.id === id);
  const alike = sized.filter(({ type }) => type === own?.type);
  const near = own ? nearestInSize(own, alike, NEAREST) : [];
  return new Map(near.map((one) => [one.id, (one.size * RATIO_SCALE) / (own?.size ?? 1)]));
}

function lackingIn({ member: { sums } }: SelectedPlace, span: Span): number[] {
  return monthsIn(span).filter((month) => !sums.fills(oneMonth(month)));
}

/** What lines are sorted by. */
function keyBy(column: string) {
  return ({ sum, rank, share, place, group }: ComparedRow) => {
    const keys: Readonly<Record<string, number | string | null>> = {
      ...{ value: sum.value, ago: sum.ago, comparable_change: sum.comparableChange, rank, share },
      ...{ name: place?.slug ?? group, change: growthOf(sum), difference: gainOf(sum) },
    };
    return keys[column] ?? null;
  };
}

/** Of gains and losses, those that a change of tax may explain come last, and then the doubtful ones. */
function latenessBy(column: string) {
  const isGain = ['difference', 'change', 'comparable_change'].includes(column);
  return ({ place, sum }: ComparedRow) => {
    if (!isGain || !place) return 0;
    return sum.doubtful > 0 ? 2 : Number(hasTaxChange(sum.reasons) && sum.comparableChange === null);
  };
}

/** Which places a sort by gains and losses puts after the others, and why. */
function lateNote(rows: readonly ComparedRow[], column: string): string | undefined {
  const countOf = (level: number) => rows.filter((row) => latenessBy(column)(row) === level).length;
  const [changed, doubtful] = [countOf(1), countOf(2)];
  const late = [
    ...(changed > 0 ? [`${plural(changed, 'place')} whose tax changed`] : []),
    ...(doubtful > 0 ? [`${plural(doubtful, 'place')} with a payment that the checks doubt`] : []),
  ];
  return late.length > 0 ? `At the end, whatever their change: ${late.join(', and ')}.` : undefined;
}

/** The change that says how a place grew: the comparable one if its tax changed and it is known. */
function growthOf({ change, comparableChange, reasons }: Measured): number | null {
  return hasTaxChange(reasons) ? (comparableChange ?? change) : change;
}

/** The difference in dollars by that change. */
export function gainOf({ difference, ago, comparableChange, reasons }: Measured): number | null {
  if (!hasTaxChange(reasons) || comparableChange === null || ago === null) return difference;
  return (ago * comparableChange) / RATIO_SCALE;
}
