import { addMonths, type Month } from '../../../src/domain/month.ts';

/** Returns consecutive months: `monthsFrom('2023-11', 3)` ends with `2024-01`. */
export function monthsFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addMonths(first as Month, at));
}
