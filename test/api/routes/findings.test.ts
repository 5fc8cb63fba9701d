import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingMessage } from '../../../src/domain/findings/finding.ts';
import {
  type FindingRow,
  findingRows,
  loadManyFindings,
  messageOfRow,
} from '../../rig/datasets/many-findings.ts';
import type { PipelineRig } from '../../rig/pipeline-rig.ts';
import { type Page, type Service, startService } from '../../rig/service.ts';

const FINDINGS = '/api/findings';

interface Finding {
  severity: string;
  code: string;
  text: string;
  advice: string;
  facts: Record<string, unknown>;
  state: string;
  jurisdiction: { id: number; name: string; type: string | null; county: string | null } | null;
  allocation_period: string | null;
  sales_period: string | null;
  report: { sha256: string; file_name: string } | null;
  sheet: string | null;
  row: number | null;
  column: string | null;
}

/** A stored finding, with the jurisdictions and months of the row that it names. */
interface Stored extends FindingRow {
  state: string;
  jurisdiction_id: number | null;
  allocation_period: string | null;
  sha256: string | null;
  ofRow: { jurisdiction_id: number; allocation_period: string }[];
  /** The jurisdiction and month that the facts of a finding about a row name. */
  named: { id: number | null; period: string | null };
}

let rig: PipelineRig;
let service: Service;
let stored: Stored[];
let removeRig = () => {};

beforeAll(async () => {
  rig = await loadManyFindings((remove) => {
    removeRig = remove;
  });
  service = await startService(rig.database);
  stored = readStored();
});

afterAll(async () => {
  await service.close();
  removeRig();
});

function namedBy({ scope, state, facts }: Stored, codes: ReadonlyMap<string, number>): Stored['named'] {
  if (scope !== 'report') return { id: null, period: null };
  const { code, month } = JSON.parse(facts) as { code?: string; month?: string };
  return { id: codes.get(`${state} ${code}`) ?? null, period: month === undefined ? null : `${month}-01` };
}

/** Rows of summaries have a name in place of a jurisdiction. */
function isSummary(table: string): boolean {
  return table.endsWith('_summary_row');
}

/** Reads all findings with plain SQL. */
function readStored(): Stored[] {
  const sqlite = new Database(rig.database, { readonly: true });
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%\\_row' ESCAPE '\\'",
    )
    .pluck()
    .all();
  const hashes = new Map(sqlite.prepare<[], [number, string]>('SELECT id, sha256 FROM report').raw().all());
  const codes = new Map(
    sqlite
      .prepare<[], [string, number]>("SELECT state || ' ' || sales_tax_id, id FROM jurisdiction")
      .raw()
      .all(),
  );
  const rows = findingRows(rig) as Stored[];
  const all = rows.map((row) => ({
    ...row,
    sha256: hashes.get(row.report_id ?? -1) ?? null,
    named: namedBy(row, codes),
    ofRow:
      row.scope === 'report'
        ? tables.flatMap((table) =>
            sqlite
              .prepare<unknown[], Stored['ofRow'][number]>(
                isSummary(table)
                  ? `SELECT jurisdiction_id, allocation_period FROM ${table} AS line
                     LEFT JOIN listed_jurisdiction AS named ON named.listed = line.listed
                     WHERE report_id = ? AND sheet IS ? AND "row" = ?`
                  : `SELECT jurisdiction_id, allocation_period FROM ${table} WHERE report_id = ? AND sheet IS ? AND "row" = ?`,
              )
              .all(row.report_id, row.sheet, row.row),
          )
        : [],
  }));
  sqlite.close();
  return all;
}

async function list(query: string): Promise<Finding[]> {
  const found: Finding[] = [];
  let page = 1;
  for (;;) {
    const { data, meta }: Page<Finding> = await service.json(`${FINDINGS}?limit=1000&page=${page}&${query}`);
    found.push(...data);
    if (page === meta.last_page) {
      expect(found.length).toBe(meta.total);
      return found;
    }
    page += 1;
  }
}

/** What identifies a finding in both forms. */
const keyOfAnswer = (item: Finding) =>
  JSON.stringify([
    ...[item.severity, item.code, findingMessage({ ...item, code: item.code } as never), item.state],
    ...[item.jurisdiction?.id ?? null, item.allocation_period, item.report?.sha256 ?? null],
    ...[item.sheet, item.row, item.column],
  ]);
const keyOfStored = (item: Stored) =>
  JSON.stringify([
    ...[item.severity, item.code, messageOfRow(item), item.state],
    ...[item.jurisdiction_id ?? item.named.id, item.allocation_period ?? item.named.period, item.sha256],
    ...[item.sheet, item.row, item.column],
  ]);

const isAbout = (item: Stored, id: number) =>
  item.jurisdiction_id === id || item.ofRow.some((row) => row.jurisdiction_id === id);
const isOfMonth = (item: Stored, period: string) =>
  item.allocation_period === period || item.ofRow.some((row) => row.allocation_period === period);

async function expectFound(query: string, fits: (item: Stored) => boolean): Promise<void> {
  const expected = stored.filter(fits).map(keyOfStored).sort();
  expect({ query, found: (await list(query)).map(keyOfAnswer).sort() }).toEqual({ query, found: expected });
}

test('a finding about a row has the jurisdiction and the month of the row', async () => {
  const ofRows = stored.filter(({ ofRow, named }) => ofRow.length > 0 && named.id !== null);
  expect(ofRows.length).toBeGreaterThan(5);
  for (const { ofRow, named } of ofRows)
    expect(ofRow).toContainEqual({ jurisdiction_id: named.id, allocation_period: named.period });
});

test('lists every stored finding, by severity, state and newest month', async () => {
  await expectFound('', () => true);
  const found = await list('');
  const order = found.map(
    ({ severity, state }) => `${['error', 'warning', 'info'].indexOf(severity)} ${state}`,
  );
  expect(order).toEqual([...order].sort());
  expect(new Set(found.map(({ code }) => code)).size).toBeGreaterThan(15);
});

test('has the words of the catalogue, the jurisdiction and the report', async () => {
  const [item] = await list('code=figure-corrected');
  expect(item).toMatchObject({
    severity: 'info',
    state: 'ca',
    jurisdiction: { id: 60_070_001, type: 'city', county: null },
    allocation_period: '2017-05-01',
    sales_period: '2017-03-01',
    report: { file_name: expect.stringContaining('statement.csv') },
  });
  expect(item?.text).toContain('corrected from 100 to 101. Reason: a test');
});

/** Months from the sales to the payment, as each state says. */
const LAGS: Readonly<Record<string, number>> = { ca: 2, tx: 2, il: 3, nc: 2 };

test('says the month of the sales of each month that it names', async () => {
  const found = await list('');
  expect(found.some(({ state }) => state === 'tx')).toBe(true);
  for (const { state, allocation_period: period, sales_period: sales } of found) {
    if (period === null) expect(sales).toBeNull();
    else {
      const [year = 0, month = 0] = period.split('-').map(Number);
      expect(sales).toBe(
        new Date(Date.UTC(year, month - 1 - (LAGS[state] ?? 0), 1)).toISOString().slice(0, 10),
      );
    }
  }
});

describe('filters', () => {
  test('by state, severity and code', async () => {
    await expectFound('state=ca', ({ state }) => state === 'ca');
    await expectFound('severity=warning', ({ severity }) => severity === 'warning');
    await expectFound(
      'severity=INFO&state=TX',
      ({ severity, state }) => severity === 'info' && state === 'tx',
    );
    for (const code of new Set(stored.map((item) => item.code)))
      await expectFound(`code=${code}`, (item) => item.code === code);
  });

  test('by jurisdictions: findings about them, and about their rows', async () => {
    const ids = [
      ...new Set(
        stored.flatMap((item) => [
          ...item.ofRow.map((row) => row.jurisdiction_id),
          ...(item.jurisdiction_id === null ? [] : [item.jurisdiction_id]),
        ]),
      ),
    ];
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids.slice(0, 10)) await expectFound(`jurisdictions=${id}`, (item) => isAbout(item, id));
    const [one = 0, other = 0] = ids;
    await expectFound(`jurisdictions=${one},${other}`, (item) => isAbout(item, one) || isAbout(item, other));
  });

  test('by allocation period: findings about it, and about its rows', async () => {
    const periods = [
      ...new Set(
        stored.flatMap((item) => [
          item.allocation_period ?? '',
          ...item.ofRow.map((row) => row.allocation_period),
        ]),
      ),
    ].filter((period) => period !== '');
    expect(periods.length).toBeGreaterThan(10);
    for (const period of periods.slice(0, 15))
      await expectFound(`allocation_period=${period}`, (item) => isOfMonth(item, period));
    await expectFound('allocation_period=1999-01-01', () => false);
  });

  test('all together', async () => {
    const example = stored.find(({ severity, ofRow }) => severity === 'warning' && ofRow.length > 0);
    const { jurisdiction_id: id = 0, allocation_period: period = '' } = example?.ofRow[0] ?? {};
    await expectFound(
      `severity=warning&state=${example?.state}&code=${example?.code}&jurisdictions=${id}&allocation_period=${period}`,
      (item) =>
        item.severity === 'warning' &&
        item.state === example?.state &&
        item.code === example?.code &&
        isAbout(item, id) &&
        isOfMonth(item, period),
    );
  });
});

test.each([
  ['severity=fatal', 'severity', 'must be one of error, warning, info, not "fatal".'],
  ['code=total-jmp', 'code', '"total-jmp" is not one of the choices. Did you mean "total-jump"?'],
  ['jurisdictions=1', 'jurisdictions', 'No jurisdiction has the id 1.'],
  ['jurisdictions=60070001&state=tx', 'jurisdictions', '60070001 belongs to California, but state is tx.'],
  ['run=1', 'run', ''],
])('%s is refused', async (query, parameter, message) => {
  const { statusCode, body } = await service.get(`${FINDINGS}?${query}`);
  expect({ statusCode, errors: JSON.parse(body).errors }).toEqual({
    statusCode: 422,
    errors: { [parameter]: [expect.stringContaining(message)] },
  });
});
