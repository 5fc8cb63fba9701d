import { formatTable } from '../../src/cli/output/print.ts';
import type { Base } from './bases.ts';
import type { Verdict } from './verdict.ts';

const CODES_SHOWN = 15;
const MIB = 1024 * 1024;

interface Counts {
  mutants: number;
  loaded: number;
  refused: number;
  unchanged: number;
  /** The run ended without a summary of the report. */
  givenUp: number;
  broken: number;
}

/** Counts the verdicts of the mutants. */
export class Tally {
  private readonly began = performance.now();
  private readonly counts = new Map<string, Counts>();
  private readonly codes = new Map<string, number>();
  private slowest = { mutant: -1, milliseconds: 0 };
  private memory = { first: 0, last: 0, most: 0 };
  private done = 0;
  private broken = 0;

  add(mutant: number, { kind, format }: Base, verdict: Verdict): void {
    const key = `${kind} ${format}`;
    const counts = this.counts.get(key) ?? {
      mutants: 0,
      loaded: 0,
      refused: 0,
      unchanged: 0,
      givenUp: 0,
      broken: 0,
    };
    this.counts.set(key, counts);
    const { status, errors, violation, milliseconds, memory } = verdict;
    this.done += 1;
    counts.mutants += 1;
    counts[status === 'given up' ? 'givenUp' : status] += 1;
    if (violation) {
      counts.broken += 1;
      this.broken += 1;
    }
    for (const code of errors) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    if (milliseconds > this.slowest.milliseconds) this.slowest = { mutant, milliseconds };
    if (memory > 0) {
      const { first, most } = this.memory;
      this.memory = { first: first || memory, last: memory, most: Math.max(most, memory) };
    }
  }

  get failures(): number {
    return this.broken;
  }

  /** Returns one line about the progress. */
  progress(total: number): string {
    return `${this.done} of ${total} mutants, ${this.rate()} a second, ${this.broken} failures`;
  }

  /** Returns the tables at the end. */
  report(): string {
    const rows = [...this.counts]
      .sort()
      .map(([key, counts]) => [...key.split(' '), ...Object.values(counts).map(String)]);
    const byBase = formatTable(
      ['report kind', 'format', 'mutants', 'loaded', 'refused', 'unchanged', 'given up', 'failures'],
      rows,
      ['mutants', 'loaded', 'refused', 'unchanged', 'given up', 'failures'],
    );
    const codes = [...this.codes].sort(([, a], [, b]) => b - a).slice(0, CODES_SHOWN);
    const byCode = formatTable(
      ['refused for', 'mutants'],
      codes.map(([code, count]) => [code, String(count)]),
      ['mutants'],
    );
    const { first, last, most } = this.memory;
    const [atFirst, atLast, atMost] = [first, last, most].map((bytes) => Math.round(bytes / MIB));
    const seconds = ((performance.now() - this.began) / 1000).toFixed(1);
    return [
      byBase,
      '',
      byCode,
      '',
      `${this.done} mutants in ${seconds} s, ${this.rate()} a second; ${this.broken} failures`,
      `slowest: mutant ${this.slowest.mutant}, ${Math.round(this.slowest.milliseconds)} ms`,
      `memory: ${atFirst} MiB after the first mutant, ${atLast} MiB after the last, ${atMost} MiB at most`,
    ].join('\n');
  }

  private rate(): string {
    return ((1000 * this.done) / (performance.now() - this.began)).toFixed(1);
  }
}
