import type { ReportRow } from '../../src/domain/report.ts';
import { type BaseReport, difference, loadBases, readRows } from './base-reports.ts';
import { type Mutant, makeMutant, type Plan } from './mutant.ts';
import { checkRun } from './run-check.ts';

/** What a damaged report did. */
export interface Verdict {
  base: string;
  changes: string[];
  extension: string;
  status: 'loaded' | 'refused';
  codes: string[];
  milliseconds: number;
  /** What must never happen, if it happened. */
  violation: { invariant: Invariant; detail: string } | null;
  bytes: Uint8Array | null;
}

export type Invariant =
  | 'no crash'
  | 'no hang'
  | 'no partial load'
  | 'no silent refusal'
  | 'no invented figure';

/** A plan, and whether to run the whole pipeline over its mutant. */
export interface Task {
  plan: Plan;
  limit: number;
  hasRun: boolean;
}

let bases: Promise<[BaseReport, ...BaseReport[]]> | undefined;

/** Judges one mutant; the function of the threads. */
export default async function judge({ plan, limit, hasRun }: Task): Promise<Verdict> {
  bases ??= loadBases() as Promise<[BaseReport, ...BaseReport[]]>;
  const mutant = makeMutant(await bases, plan);
  const { base, bytes, changes, extension } = mutant;
  const began = performance.now();
  const known = { base: base.name, changes, extension };
  try {
    const { rows, codes } = await readRows(bytes);
    const milliseconds = performance.now() - began;
    const slow = milliseconds > limit ? `reading took ${Math.round(milliseconds)} ms` : null;
    const violation =
      (slow === null ? null : { invariant: 'no hang' as const, detail: slow }) ??
      violationOf(mutant, rows, codes, plan) ??
      (hasRun ? await checkRun(bytes, extension, rows) : null);
    const status = rows ? 'loaded' : 'refused';
    return { ...known, status, codes, milliseconds, violation, bytes: violation ? bytes : null };
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const violation = { invariant: 'no crash' as const, detail: detail.split('\n').slice(0, 3).join(' ') };
    return { ...known, status: 'refused', codes: [], milliseconds: 0, violation, bytes };
  }
}

/** What the rows of a mutant show, compared with those of its base. */
export function violationOf(
  { base, before, reach, keepsRows }: Mutant,
  rows: readonly ReportRow[] | null,
  codes: readonly string[],
  { mutations }: Pick<Plan, 'mutations'>,
): Verdict['violation'] {
  if (!rows)
    return codes.length > 0 ? null : { invariant: 'no silent refusal', detail: 'refused without a finding' };
  // in another encoding, names have other letters, and codes are made of names
  if (base.kind.codeOf && codes.includes('windows-1252')) return null;
  const { strange, lost } = difference(base.kind, ...sharedMonths(base, before, rows));
  const [first] = strange;
  if (strange.length > reach.changed * base.rowsOfLine)
    return {
      invariant: 'no invented figure',
      detail: `${strange.length} rows differ, among them ${show(first)}`,
    };
  if (lost.length > reach.lost * base.rowsOfLine || (keepsRows && rows.length !== before.length))
    return {
      invariant: 'no partial load',
      detail: `${lost.length} of ${before.length} rows are lost, among them ${show(lost[0])}`,
    };
  const [only, ...more] = mutations;
  if (only?.name !== 'odd cell' || more.length > 0 || base.kind.linesBy || !first || !lost[0]) return null;
  const wrong = otherFigure(base, only.text, lost[0], first);
  return wrong === null ? null : { invariant: 'no invented figure', detail: wrong };
}

/** A column of zeros at the end of a year is months to come: one amount in it makes the zeros payments. */
function sharedMonths(
  { kind }: BaseReport,
  before: readonly ReportRow[],
  after: readonly ReportRow[],
): [readonly ReportRow[], readonly ReportRow[]] {
  if (!kind.monthsAcross) return [before, after];
  const [earlier, later] = [before, after].map((rows) => new Set(rows.map(({ month }) => month)));
  return [before.filter(({ month }) => later?.has(month)), after.filter(({ month }) => earlier?.has(month))];
}

/** A figure of a row that is neither what it was nor what its changed cell says; `null` if there is none. */
function otherFigure({ kind }: BaseReport, text: string, before: ReportRow, after: ReportRow): string | null {
  const digits = text.replace(/[$,()%\s-]/g, '');
  const printed = /\d/.test(digits) ? Number(digits) * (/[-(]/.test(text) ? -1 : 1) : null;
  const isOddlyGrouped = /,(?!\d{3}(?!\d))/.test(text);
  for (const [name, { unit, isTakenAway }] of Object.entries(kind.figures)) {
    const value = after.figures[name] ?? null;
    if (value === (before.figures[name] ?? null)) continue;
    const scaled = printed === null ? null : printed * (unit === 'amount' ? 100 : 1_000_000);
    // amounts taken away may be turned; a dash is a zero or no figure
    const off = Math.abs(
      isTakenAway ? Math.abs(value ?? 0) - Math.abs(scaled ?? 0) : (value ?? 0) - (scaled ?? 0),
    );
    if (off > 0.500001 || isOddlyGrouped || (value === null && scaled !== null))
      return `${name} is ${value}, but its cell is ${JSON.stringify(text)}`;
  }
  return null;
}

function show(row: ReportRow | undefined): string {
  return JSON.stringify(row && { code: row.code, month: row.month, row: row.row, figures: row.figures });
}
