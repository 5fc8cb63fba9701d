import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Figure } from '../../src/domain/money.ts';
import type { ReportRow } from '../../src/domain/report.ts';
import { type BaseReport, loadBases, PRINTED_FORMATS, printTable, readRows } from './base-reports.ts';
import judge, { violationOf } from './judge.ts';
import { plans, type Reach } from './mutations.ts';

/** Long enough for a busy machine. */
const LIMIT_MS = 20_000;
const SAVED = 'fixtures/fuzz';

let bases: BaseReport[];

beforeAll(async () => {
  bases = await loadBases();
});

test('the base reports cover every kind in every format that it can have', () => {
  const pairs = new Set(
    bases.flatMap(({ kind, formats }) => formats.map((format) => `${kind.name} ${format}`)),
  );
  // Illinois and North Carolina have their year or month in a title, which JSON cannot have
  expect(pairs.size).toBe(7 * PRINTED_FORMATS.length - 2);
});

test('mutants keep every invariant, and are loaded and refused', async () => {
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { violation, status } = await judge({ plan, limit: LIMIT_MS, hasRun: statuses.size < 2 });
      expect(violation).toBeNull();
      statuses.add(status);
    }),
    { numRuns: 100, seed: 20_240_701 },
  );
  expect([...statuses].sort()).toEqual(['loaded', 'refused']);
});

describe('the judge sees', () => {
  const ONE: Reach = { changed: 1, lost: 1 };

  async function verdictOn(change: (rows: ReportRow[]) => ReportRow[], reach: Reach, text?: string) {
    const base = bases.find(({ kind, rows }) => kind.name === 'tx/payment-detail' && rows.length > 5);
    if (!base) throw new Error('no base report');
    const made = {
      base,
      bytes: base.bytes,
      extension: 'csv',
      before: base.rows,
      changes: [],
      keepsRows: false,
    };
    const mutation = { name: text === undefined ? 'note' : 'odd cell', at: 0, to: 0, text: text ?? '' };
    const { rows = [] } = await readRows(base.bytes);
    return (
      violationOf({ ...made, reach }, change(rows ?? []), [], { mutations: [mutation] })?.invariant ?? null
    );
  }

  const withNet = (cents: number) => (rows: ReportRow[]) =>
    rows.map((row, at) =>
      at === 2 ? { ...row, figures: { ...row.figures, net_payment: cents as Figure } } : row,
    );

  test.each([
    ['no change', (rows: ReportRow[]) => rows.toReversed(), { changed: 0, lost: 0 }, undefined, null],
    ['a changed figure', withNet(5), { changed: 0, lost: 0 }, undefined, 'no invented figure'],
    [
      'a row too many',
      (rows: ReportRow[]) => [...rows, ...rows.slice(0, 1)],
      { changed: 0, lost: 0 },
      undefined,
      'no invented figure',
    ],
    [
      'a lost row',
      (rows: ReportRow[]) => rows.slice(1),
      { changed: 1, lost: 0 },
      undefined,
      'no partial load',
    ],
    ['the figure of a changed cell', withNet(-123_456), ONE, '(1,234.56)', null],
    [
      'another figure than that of the changed cell',
      withNet(123_456),
      ONE,
      '(1,234.56)',
      'no invented figure',
    ],
    ['a figure a hundred times too large', withNet(12_345_600), ONE, '1,234.56', 'no invented figure'],
    ['an amount with commas anywhere', withNet(12_300), ONE, '1,23', 'no invented figure'],
  ] as const)('%s', async (_, change, reach, text, invariant) => {
    expect(await verdictOn(change, reach, text)).toBe(invariant);
  });
});

test('a table prints the same rows in every format', async () => {
  const [base] = bases.filter(
    ({ formats, rows }) => formats.length === PRINTED_FORMATS.length && rows.length > 5,
  );
  if (!base) throw new Error('no base report');
  for (const format of base.formats)
    expect((await readRows(printTable(base.table, format))).rows).toHaveLength(base.tableRows.length);
});

describe('a report that once broke an invariant', () => {
  test.each(readdirSync(SAVED))('now keeps it: %s', async (name) => {
    const [file = ''] = readdirSync(join(SAVED, name, 'reports'));
    const { now } = JSON.parse(readFileSync(join(SAVED, name, 'failure.json'), 'utf8'));
    const began = performance.now();
    const { rows, codes } = await readRows(readFileSync(join(SAVED, name, 'reports', file)));
    expect(performance.now() - began).toBeLessThan(LIMIT_MS);
    // which of several errors comes first may depend on the depth of the stack
    if (rows === null) expect(now).toEqual(expect.arrayContaining([...new Set(codes)]));
    else
      expect(rows.map(({ code, month, figures }) => [code, month, ...Object.values(figures)])).toEqual(now);
  });
});
