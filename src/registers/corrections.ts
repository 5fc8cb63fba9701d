import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseMonth } from '../domain/month.ts';
import { messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import type { Correction } from '../domain/report.ts';
import { parseSettings } from '../domain/text/json.ts';
import { plainIssue } from '../domain/text/plain-issue.ts';
import { stateOf } from '../states/index.ts';
import { filledCell as filled, readRegisterFile, stateCell } from './register.ts';

const FILE = 'corrections.json';

/** A text as reports print it: a JSON number loses its last zeros, and may be rounded. */
const figure = z.string({ error: ({ input }) => (input === undefined ? undefined : unquoted(input)) });
const entry = z.strictObject({
  state: stateCell,
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
  const { kinds } = stateOf(given.state);
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
  if (published === correct) return fault('correct', 'is the same as the published figure');
  const { field, reason, source } = given;
  const texts = { publishedText: given.published, correctText: given.correct };
  const { unit } = column;
  return { kind: kind.name, code, month, field, unit, published, correct, ...texts, reason, source };
});

/**
 * Reads the register of known errors, `corrections.json` in the reference folder. A missing file means no errors. Throws
 * an `OperatorError` that names the bad entry.
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
      throw new OperatorError(`${path}: entry ${at + 1}: an earlier entry already corrects ${name}`, USAGE);
    seen.add(name);
  }
  return parsed.data;
}

function readJsonFile(path: string): unknown {
  const text = readRegisterFile(path).toString();
  try {
    return parseSettings(text);
  } catch (error) {
    const reason = messageOf(error).replaceAll('\n', ' ');
    throw new OperatorError(
      `${path} is not JSON (${reason}). Fix the file. Use straight quotation marks ("), and a comma between entries.`,
      USAGE,
    );
  }
}
