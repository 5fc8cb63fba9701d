/** Projections, ranges and errors once more: from lists of months, estimate by estimate, in plain loops. */

type Slots = readonly (number | null | undefined)[];

interface SlowProjection {
  projected: number;
  method: 'actual' | 'two_years' | 'one_year';
}

/** The months from one on, or `null` if one has no payment. */
function take(slots: Slots, from: number, count: number): number[] | null {
  const found: number[] = [];
  for (let at = from; at < from + count; at += 1) {
    const figure = slots[at];
    if (typeof figure !== 'number') return null;
    found.push(figure);
  }
  return found;
}

const total = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0);

/** Projects the year that begins in a slot, unrounded. */
export function slowProjection(
  slots: Slots,
  start: number,
  known: number,
  mostYears = 2,
): SlowProjection | null {
  const now = take(slots, start, known);
  if (!now) return null;
  if (known === 12) return { projected: total(now), method: 'actual' };
  const last = start < 12 ? null : take(slots, start - 12, 12);
  if (!last) return null;
  const then = total(last.slice(0, known));
  if (then <= 0 || total(last) <= 0) return null;
  const growth = total(now) / then;
  if (growth > 3 || 3 * total(now) < then) return null;
  const estimates = [];
  estimates.push(total(now) + total(last.slice(known)));
  estimates.push(total(now) + (total(last.slice(known)) * (growth + 1)) / 2);
  const older = start < 24 || mostYears === 1 ? null : take(slots, start - 24, 12);
  if (older && total(older) > 0 && total(older.slice(0, known)) > 0) {
    const shares = [last, older].map((year) => total(year.slice(0, known)) / total(year));
    estimates.push(total(now) / (total(shares) / 2));
  }
  const projected = total(estimates) / estimates.length;
  if (Math.round(projected) <= 0) return null;
  return { projected, method: estimates.length === 3 ? 'two_years' : 'one_year' };
}

/** The usual error of one place among others, all with payments in every month. */
export function slowRange(all: readonly Slots[], place: number, start: number, known: number) {
  const own = slowProjection(all[place] ?? [], start, known);
  const size = total(take(all[place] ?? [], start - 12, 12) ?? []);
  if (!own || own.method === 'actual') return null;
  const errors: { size: number; ratio: number; off: number; year: number }[] = [];
  for (let year = start - 12; year >= 12; year -= 12)
    for (const slots of all) {
      const then = slowProjection(slots, year, known, own.method === 'two_years' ? 2 : 1);
      if (then?.method !== own.method) continue;
      const actual = total(take(slots, year, 12) ?? []);
      const of = total(take(slots, year - 12, 12) ?? []);
      errors.push({
        ...{ size: of, ratio: actual / then.projected, year },
        off: Math.abs(actual - then.projected) / actual,
      });
    }
  const bySize = errors.map((error) => error.size).sort((a, b) => a - b);
  const edges =
    bySize.length < 100 ? [] : [1, 2, 3, 4].map((part) => bySize[Math.floor((bySize.length * part) / 5)]);
  const partOf = (of: number) => edges.filter((edge) => edge !== undefined && of >= edge).length;
  const like = errors.filter((error) => partOf(error.size) === partOf(size));
  if (like.length < 10) return null;
  const median = slowPercentile(
    like.map(({ off }) => off),
    50,
  );
  if (new Set(like.map(({ year }) => year)).size < 3) return { median, low: null, high: 0 };
  const ratios = like.map(({ ratio }) => ratio);
  const toDate = total(take(all[place] ?? [], start, known) ?? []);
  return {
    median,
    low: Math.min(own.projected, Math.max(toDate, own.projected * slowPercentile(ratios, 10))),
    high: Math.max(own.projected, own.projected * slowPercentile(ratios, 90)),
  };
}

function slowPercentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const steps = (sorted.length - 1) * percent;
  const below = Math.floor(steps / 100);
  const lower = sorted[below] ?? 0;
  return lower + (((sorted[below + 1] ?? lower) - lower) * (steps - 100 * below)) / 100;
}
