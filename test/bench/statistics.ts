/** Statistics of many times, in their unit. */
export interface Statistics {
  count: number;
  min: number;
  median: number;
  p99: number;
  max: number;
}

export function statisticsOf(values: Iterable<number>): Statistics {
  const sorted = Float64Array.from(values).sort();
  return {
    count: sorted.length,
    min: sorted[0] ?? Number.NaN,
    median: rankOf(sorted, 0.5),
    p99: rankOf(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  };
}

export function medianOf(values: Iterable<number>): number {
  return statisticsOf(values).median;
}

/** Returns the smallest value that is at least as large as this share of all values. */
function rankOf(sorted: Float64Array, part: number): number {
  return sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
}
