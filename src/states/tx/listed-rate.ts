import { type FigureColumn, percent } from '../../extract/layouts/report-kind.ts';

/** No authority in Texas has another rate, in percent. A smaller one is a fraction, a larger one a sum of several. */
export const LEAST_RATE = '0.1';
export const MOST_RATE = '2.5';

export const MICROPERCENT = 1_000_000;

/** A rate is a percentage of a price. */
export function rateColumn(): FigureColumn {
  const { read, ...column } = percent('printed');
  return {
    ...column,
    read: (text) => {
      const rate = read(text);
      return typeof rate === 'number' && (rate < 0 || rate >= 100_000_000) ? undefined : rate;
    },
    expects: 'a rate in percent like 1.5 or 1.5%, or nothing',
  };
}

/** Whether a rate can be that of one authority. Zero can. */
export function isOwnRate(rate: number): boolean {
  const isBetween = rate >= Number(LEAST_RATE) * MICROPERCENT && rate <= Number(MOST_RATE) * MICROPERCENT;
  return rate === 0 || isBetween;
}
