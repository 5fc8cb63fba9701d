import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Unit } from '../domain/allocation.ts';
import { type Facts, type Finding, type FindingCode, finding } from '../domain/findings/finding.ts';
import { jurisdictionId } from '../domain/jurisdiction.ts';
import { type Figure, formatMoney, formatScaled } from '../domain/money.ts';
import { type Month, parseMonth } from '../domain/month.ts';
import { messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { plainIssue } from '../domain/plain-issue.ts';
import { isKindOf, type ReportKindName, type StoredRow } from '../domain/report.ts';
import { REPORT_KINDS, STATE_CODES } from '../states/index.ts';
import type { SeriesRemark, State } from '../states/state.ts';
import { monthFinding, type PlacedFinding } from '../store/findings.ts';
import type { StateStore } from '../store/state-store.ts';
import { readRegularFile } from './regular-file.ts';

const FILE = 'corrections.json';

/** What is said where the register speaks of a figure. */
const OF_THE_REGISTER: readonly FindingCode[] = ['figure-corrected', 'correction-misfit'];

/** One published figure that is known to be wrong, and what is right. */
export interface Correction {
  kind: ReportKindName;
  /** The state-given code. */
  code: string;
  month: Month;
  field: string;
  unit: Unit;
  published: Figure | null;
  correct: Figure | null;
  /** Both as the register has them. */
  publishedText: string;
  correctText: string;
  reason: string;
  source: string;
}

const filled = z.string().min(1, 'must not be blank');
/** As reports print it: a number of JSON has lost its last zeros, and may have been rounded. */
const figure = z.string({ error: ({ input }) => (input === undefined ? undefined : unquoted(input)) });
const entry = z.strictObject({
  state: z.enum(STATE_CODES),
  kind: filled,
  jurisdiction: filled,
  month: filled,
  field: filled,
  published: figure,
  correct: figure,
  reason: filled,
  source: filled,
});

function unquoted(input: unknown): string {
  const given = typeof input === 'number' ? input : 1234.56;
  const printed = given.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  const blank = input === null ? ', or "" for a blank cell' : '';
  return `write the figure in quotation marks, as "${printed}"${blank}`;
}

const correction = entry.transform((given, context): Correction => {
  const fault = (field: keyof typeof given, message: string) => {
    context.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  };
  const kinds = REPORT_KINDS.filter(({ name }) => isKindOf(given.state, name));
  const kind = kinds.find(({ name }) => name === given.kind);
  if (!kind) return fault('kind', `must be one of ${kinds.map(({ name }) => name).join(', ')}`);
  const code = kind.code.read(given.jurisdiction);
  if (!code) return fault('jurisdiction', `must be ${kind.code.expects}`);
  const month = parseMonth(given.month);
  if (!month) return fault('month', 'must be an allocation period like 2024-05');
  const column = Object.hasOwn(kind.figures, given.field) ? kind.figures[given.field] : undefined;
  if (!column) return fault('field', `must be one of ${Object.keys(kind.figures).join(', ')}`);
  const [published, correct] = [column.read(given.published), column.read(given.correct)];
  if (published === undefined) return fault('published', `must be ${column.expects}`);
  if (correct === undefined) return fault('correct', `must be ${column.expects}`);
  if (published === correct) return fault('correct', 'is the same as published');
  const { field, reason, source } = given;
  const texts = { publishedText: given.published, correctText: given.correct };
  const { unit } = column;
  return { kind: kind.name, code, month, field, unit, published, correct, ...texts, reason, source };
});

/**
 * Reads the register of known errors, `corrections.json` of the reference folder; none where there is no file. Throws
 * an `OperatorError` that names the entry where it cannot be read.
 */
export function readCorrections(folder: string): Correction[] {
  const path = join(folder, FILE);
  if (!existsSync(path)) return [];
  const parsed = z.array(correction).safeParse(readJsonFile(path), { error: plainIssue });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [at, field], message }) => {
      const where =
        typeof at === 'number' ? `entry ${at + 1}${field === undefined ? '' : `, ${String(field)}`}: ` : '';
      return `${where}${message}`;
    });
    throw new OperatorError(`${path}: ${faults.join('; ')}`, USAGE);
  }
  const seen = new Set<string>();
  for (const [at, { kind, code, month, field }] of parsed.data.entries()) {
    const name = `${kind} ${code} ${month} ${field}`;
    if (seen.has(name))
      throw new OperatorError(`${path}: entry ${at + 1}: there is one of ${name} already`, USAGE);
    seen.add(name);
  }
  return parsed.data;
}

function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readRegularFile(path).toString());
  } catch (error) {
    const reason = messageOf(error).replaceAll('\n', ' ');
    if (error instanceof SyntaxError)
      throw new OperatorError(`${path} is not JSON (${reason}); mend it`, USAGE);
    throw new OperatorError(
      `${path} cannot be read (${reason}); put a file there, and check its permissions`,
      USAGE,
    );
  }
}

/** A figure as a register would have it; blank where there is none. */
function textOf(figure: Figure | null, unit: Unit): string {
  if (figure === null) return '';
  return unit === 'amount' ? formatMoney(figure) : formatScaled(figure, 6);
}

/** The rows of one jurisdiction and kind that count, corrected; `corrections` are those of both. */
export function correctRows(
  rows: readonly StoredRow[],
  corrections: readonly Correction[],
): { rows: readonly StoredRow[]; remarks: SeriesRemark[] } {
  if (corrections.length === 0) return { rows, remarks: [] };
  const remarks: SeriesRemark[] = [];
  const corrected = rows.map((row) => {
    const figures = { ...row.figures };
    const names = new Set<string>();
    for (const known of corrections.filter(({ month }) => month === row.month)) {
      const { field, publishedText, correctText, reason, source } = known;
      const place = { month: row.month, row, field };
      const subject = { code: row.code, name: row.name, month: row.month, field };
      if (row.figures[field] === known.published) {
        figures[field] = known.correct;
        names.add(field);
        const facts = { ...subject, published: publishedText, correct: correctText, reason, source };
        remarks.push({ code: 'figure-corrected', facts, ...place });
      } else {
        const printed = textOf(row.figures[field] ?? null, known.unit);
        const hasOtherSign = isOpposite(row.figures[field], known.published);
        const facts = {
          misfit: 'outdated',
          ...subject,
          published: publishedText,
          printed,
          hasOtherSign,
        } as const;
        remarks.push({ code: 'correction-misfit', facts, ...place });
      }
    }
    return names.size > 0 ? { ...row, figures, corrected: names } : row;
  });
  return { rows: corrected, remarks };
}

function isOpposite(figure: Figure | null | undefined, published: Figure | null): boolean {
  return Boolean(figure) && figure === -(published ?? 0);
}

/**
 * Figures that were corrected and are as published again, as the register does not speak of them any more: it may be
 * another one than last time. `before` and `now` are findings of one series.
 */
export function lapsedCorrections(
  { code }: State,
  before: readonly PlacedFinding[],
  now: readonly PlacedFinding[],
): PlacedFinding[] {
  const isKnown = ({ month, column }: PlacedFinding) =>
    now.some((item) => OF_THE_REGISTER.includes(item.code) && item.month === month && item.column === column);
  return before
    .filter((item) => !isKnown(item))
    .map((item) => {
      const { sheet, row, column } = item;
      const facts = { state: code, correction: item.facts as Facts<'figure-corrected'> };
      return { ...item, ...finding('correction-lapsed', facts, { sheet, row, column }) };
    });
}

/** The corrections of one state's reports. */
export function correctionsOf({ code }: State, corrections: readonly Correction[]): Correction[] {
  return corrections.filter(({ kind }) => isKindOf(code, kind));
}

/** Corrections of one state for which no report has a row. */
export function unmatchedCorrections(
  { state, rowsOf }: StateStore,
  corrections: readonly Correction[],
): PlacedFinding[] {
  return corrections
    .filter(({ kind, code, month }) => !rowsOf(kind).hasMonth(jurisdictionId(state.fips, code), month))
    .map(({ kind, code, month, field }) => {
      const facts = { misfit: 'unmatched', kind, code, month, field } as const;
      return monthFinding('correction-misfit', facts, month, null);
    });
}

/** Whether a finding says that a correction does not fit the reports. */
export function isMisfit({ code }: Pick<Finding, 'code'>): boolean {
  return code === 'correction-misfit';
}
