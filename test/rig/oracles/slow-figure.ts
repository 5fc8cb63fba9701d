import type { Measured } from '../../../src/derive/figure.ts';
import type { Span } from '../../../src/derive/span.ts';

/** A place of the slow reference: its payments by month; `null` is a datapoint without one. */
export interface SlowPlace {
  payments: ReadonlyMap<number, number | null>;
}

type Asked = Record<'span' | 'against', Span> & {
  /** The first and the newest month of the state. */
  months: Span;
  isPlace: boolean;
};

const monthsOf = ({ first, last }: Span) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const sumOf = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0);

/** Figures by the words of the documentation, payment by payment. */
export function slowFigure(
  places: readonly SlowPlace[],
  { span, against, months, isPlace }: Asked,
): Pick<Measured, 'value' | 'ago' | 'difference' | 'change' | 'missing'> & { compared: number } {
  const paidIn = ({ payments }: SlowPlace, month: number) => payments.get(month) ?? null;
  const lives = ({ payments }: SlowPlace, month: number) => {
    const known = [...payments.keys()];
    const last = Math.max(...known);
    return month >= Math.min(...known) && (month <= last || last >= months.last - 12);
  };
  const lacking = (one: Span) =>
    places.flatMap((place) =>
      monthsOf(one).filter((month) => lives(place, month) && paidIn(place, month) === null),
    );
  const paid = (one: Span, some = places) =>
    some.flatMap((place) => monthsOf(one).flatMap((month) => paidIn(place, month) ?? []));
  const ofGroup = (one: Span) => {
    const [there, gaps] = [paid(one), lacking(one)];
    if (there.length === 0 || one.first < months.first) return null;
    const isYear = monthsOf(one).length >= 12;
    return isYear && gaps.length / (there.length + gaps.length) > 0.01 ? null : sumOf(there);
  };
  const ofPlace = (one: Span, isAgo: boolean) => {
    const begins = Math.min(...places.flatMap(({ payments }) => [...payments.keys()]));
    const needed = isAgo || one.isWhole ? monthsOf(one) : monthsOf(one).filter((month) => month >= begins);
    const wasThere = begins === months.first && one.first < begins;
    const figures = places.flatMap((place) => needed.map((month) => paidIn(place, month)));
    if (wasThere || figures.length === 0 || figures.includes(null)) return null;
    return sumOf(figures.map((figure) => figure ?? 0));
  };
  const [value, ago] = isPlace
    ? [ofPlace(span, false), ofPlace(against, true)]
    : [ofGroup(span), ofGroup(against)];
  const alike = places.filter((place) =>
    [...monthsOf(span), ...monthsOf(against)].every((month) => paidIn(place, month) !== null),
  );
  const [now, before] = [sumOf(paid(span, alike)), sumOf(paid(against, alike))];
  return {
    ...{ value, ago, missing: lacking(span).length, compared: alike.length },
    difference: value === null || ago === null ? null : value - ago,
    change: alike.length === 0 || before <= 0 ? null : (now / before - 1) * 1_000_000,
  };
}
