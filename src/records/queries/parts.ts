import { type Group, type Measured, measure } from '../../derive/figure.ts';
import { earlier, lengthOf, monthsIn, oneMonth, type Span } from '../../derive/span.ts';
import type { FigureReading } from '../../domain/reading/figure-reading.ts';
import type { AskedOf } from '../description.ts';
import { type PartRow, partRecord } from '../descriptions/parts.ts';
import { foundRows, listOfFigures } from '../found-rows.ts';
import { groupOfPlaces, membersOf, type Selected, spansAsked, spanText } from './selection.ts';

/** The part of a payment that its known parts do not explain. */
export const UNEXPLAINED = 'unexplained';
const NOT_IN_PARTS = 'What the other parts do not explain';

/** The parts of the payments of a selection. */
export const parts = listOfFigures(partRecord, {
  find: (view, asked, window) => foundRows(partsOfPayments(view, asked), window),
});

/** The places and the fields that count. */
interface CountedParts {
  ids: ReadonlySet<number>;
  fields: readonly string[];
}

/** The parts of all months of a question, or those of each month, newest first; by choice some parts of some places. */
export function partsOfPayments(
  view: FigureReading,
  asked: AskedOf<typeof partRecord>,
  only?: CountedParts,
): PartRow[] {
  const selected = membersOf(view, asked);
  const spans = spansAsked(selected, asked);
  if (!spans) return [];
  const { span, against } = spans;
  const apart = span.first - against.first;
  const all = asked.by === 'month' ? monthsIn(span).reverse().map(oneMonth) : [span];
  const { state } = selected;
  const whole = someOf(selected, only);
  const meanings = new Map(state.fields.map(({ name, meaning }) => [name, meaning]));
  const groups = state.parts
    .filter(({ field }) => only?.fields.includes(field) ?? true)
    .map((part) => ({ ...part, group: someOf(membersOf(view, { ...asked, field: part.field }), only) }));
  return all.flatMap((one) => {
    const [now, then] = [one, earlier(one, apart)];
    const known = groups.map(({ field, sign, group }) => ({
      part: field,
      amount: signed(measure(group, now, then), sign),
    }));
    const payment = measure(whole, now, then);
    const rest = {
      part: UNEXPLAINED,
      amount: lessParts(
        payment,
        known.map(({ amount }) => amount),
      ),
    };
    const of = { months: spanText(one), sales: salesText(selected, one) };
    return [...known, rest].flatMap(({ part, amount }): PartRow[] =>
      amount.value || amount.ago
        ? [{ ...of, part, meaning: meanings.get(part) ?? NOT_IN_PARTS, amount }]
        : [],
    );
  });
}

function someOf({ group, places }: Selected, only: CountedParts | undefined): Group {
  const some = only ? places.filter(({ subject }) => only.ids.has(subject.id)) : places;
  return groupOfPlaces(group, some, group.isPlace);
}

/** A figure as it counts in the payment: what is taken away is negative. */
function signed(figure: Measured, sign: 1 | -1): Measured {
  // 0 × −1 would be −0
  const of = (value: number | null) => (value === null ? null : sign * value + 0);
  return { ...figure, value: of(figure.value), ago: of(figure.ago), difference: of(figure.difference) };
}

/** What is left of a payment without its parts. */
function lessParts(payment: Measured, parts: readonly Measured[]): Measured {
  const rest = (key: 'value' | 'ago') => {
    const whole = payment[key];
    return whole === null ? null : whole - parts.reduce((sum, part) => sum + (part[key] ?? 0), 0);
  };
  const [value, ago] = [rest('value'), rest('ago')];
  return {
    ...{ ...payment, value, ago, change: null, comparableChange: null, reasons: [] },
    difference: value === null || ago === null ? null : value - ago,
  };
}

function salesText({ state, lag }: Selected, span: Span): string | null {
  const { sales } = state.calendar.lags;
  return sales === null || lengthOf(span) === 0 ? null : spanText(earlier(span, sales - lag));
}
