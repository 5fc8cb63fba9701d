import Table from 'cli-table3';
import type { Tally } from './series.ts';

const COLUMNS = [
  'kills',
  'atWork',
  'before',
  'after',
  'late',
  'leftovers',
] as const satisfies (keyof Tally)[];

/** Formats the progress of a series, with the time of its undisturbed command. */
export function formatProgress({ scenario, kills, milliseconds, course }: Tally): string {
  const working = Math.round(course.milliseconds - course.workBegins);
  const undisturbed = `undisturbed ${Math.round(course.milliseconds)} ms, ${working} ms of work`;
  return `${scenario}: ${kills} kills in ${(milliseconds / 1000).toFixed(1)} s (${undisturbed})`;
}

/** Formats one line per scenario, and one for all. */
export function formatTallies(tallies: readonly Tally[]): string {
  const table = new Table({
    head: ['scenario', 'kills', 'at work', 'left before', 'left after', 'late', 'leftovers', 'failures'],
    style: { head: [], border: [] },
  });
  for (const tally of tallies)
    table.push([tally.scenario, ...COLUMNS.map((column) => tally[column]), tally.faults.length]);
  const sum = (numberOf: (tally: Tally) => number) =>
    tallies.reduce((total, tally) => total + numberOf(tally), 0);
  table.push([
    'all',
    ...COLUMNS.map((column) => sum((tally) => tally[column])),
    sum(({ faults }) => faults.length),
  ]);
  return table.toString();
}
