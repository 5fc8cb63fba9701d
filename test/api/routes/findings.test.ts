import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FindingPage } from '../../../src/client/generated/types.gen.ts';
import { findingMessage } from '../../../src/domain/findings/finding.ts';
import { stateOf } from '../../../src/states/index.ts';
import {
  type FindingRow,
  findingRows,
  loadManyFindings,
  messageOfRow,
} from '../../rig/datasets/many-findings.ts';
import type { PipelineRig } from '../../rig/pipeline-rig.ts';
import { refusalBy, type Service, startService } from '../../rig/service.ts';

const FINDINGS = '/api/findings';

type Finding = FindingPage['data'][number];

/** A stored finding, with the jurisdictions and months of the row that it is about. */
interface Stored extends FindingRow {
  state: string;
  jurisdiction_id: number | null;
  allocation_period: string | null;
  sha256: string | null;
  ofRow: { jurisdiction_id: number | null; allocation_period: string }[];
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

/** Reads all findings with plain SQL. Rows of summaries have a name in place of a jurisdiction. */
function readStored(): Stored[] {
  const sqlite = new Database(rig.database, { readonly: true });
  const lines = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%\\_row' ESCAPE '\\'",
    )
    .pluck()
    .all()
    .map((table) => `SELECT jurisdiction_id, allocation_period, report_id, sheet, "row" FROM ${table}`);
  const rowsOf = sqlite.prepare<unknown[], Stored['ofRow'][number]>(
    `SELECT jurisdiction_id, allocation_period FROM (${lines.join(' UNION ALL ')})
     WHERE report_id = ? AND sheet IS ? AND "row" = ?`,
  );
  const hashOf = sqlite.prepare<[number | null], string>('SELECT sha256 FROM report WHERE id = ?').pluck();
  const all = (findingRows(rig) as Stored[]).map((row) => ({
    ...row,
    sha256: hashOf.get(row.report_id) ?? null,
    ofRow: row.scope === 'report' ? rowsOf.all(row.report_id, row.sheet, row.row) : [],
  }));
  sqlite.close();
  return all;
}

async function list(query: string): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await service.json<FindingPage>(
      `${FINDINGS}?minimum=1&limit=1000&page=${page}&${query}`,
    );
    found.push(...data);
    if (page === meta.last_page) return found;
  }
}

/** What identifies a finding in both forms. */
const keyOfAnswer = (item: Finding) =>
  JSON.stringify([
    ...[item.severity, item.code, findingMessage(item as never), item.state],
    ...[item.report?.sha256 ?? null, item.sheet, item.row, item.column],
  ]);
const keyOfStored = (item: Stored) =>
  JSON.stringify([
    ...[item.severity, item.code, messageOfRow(item), item.state],
    ...[item.sha256, item.sheet, item.row, item.column],
  ]);

const isAbout = (item: Stored, id: number) => item.jurisdiction_id === id;
const isOfMonth = (item: Stored, period: string) => item.allocation_period === period;

async function expectFound(query: string, fits: (item: Stored) => boolean): Promise<void> {
  const expected = stored.filter(fits).map(keyOfStored).sort();
  expect({ query, found: (await list(query)).map(keyOfAnswer).sort() }).toEqual({ query, found: expected });
}

/** Months from the sales to the payment, as each state says. */
const LAGS: Readonly<Record<string, number>> = { ca: 2, tx: 2, il: 3, nc: 2 };

test('lists every stored finding, by severity and state, with the place of its row, and its month if it has one', async () => {
  await expectFound('', () => true);
  const found = await list('');
  const order = found.map(
    ({ severity, state }) => `${['error', 'warning', 'info'].indexOf(severity)} ${state}`,
  );
  expect(order).toEqual([...order].sort());
  expect(new Set(found.map(({ code }) => code)).size).toBeGreaterThan(15);
  const ofRows = new Map(stored.map((item) => [keyOfStored(item), item.ofRow]));
  let placed = 0;
  for (const item of found) {
    const { state, jurisdiction, allocation_period: period, sales_period: sales } = item;
    const rows = ofRows.get(keyOfAnswer(item)) ?? [];
    if (rows.length > 0) {
      expect(rows.map((row) => row.jurisdiction_id)).toContain(jurisdiction?.id ?? null);
      const [row, ...others] = rows;
      if (others.length === 0) expect(period).toBe(row?.allocation_period);
      else if (period) expect(rows.map((one) => one.allocation_period)).toContain(period);
      placed += 1;
    }
    const [year = 0, month = 0] = (period ?? '').split('-').map(Number);
    const sold = () =>
      new Date(Date.UTC(year, month - 1 - (LAGS[state] ?? stateOf(state).calendar.lags.sales ?? 0), 1))
        .toISOString()
        .slice(0, 10);
    expect(sales).toBe(period === null ? null : sold());
  }
  expect(placed).toBeGreaterThan(5);
});

test('has the words of the catalogue, the jurisdiction and the report', async () => {
  const [item] = await list('code=figure-corrected');
  expect(item).toMatchObject({
    ...{ severity: 'info', state: 'ca', jurisdiction: { id: 60_070_001, type: 'city', county: null } },
    ...{ allocation_period: '2017-05-01', sales_period: '2017-03-01' },
    report: { file_name: expect.stringContaining('statement.csv') },
    text: expect.stringContaining('corrected from 100 to 101. Reason: a test'),
  });
});

test('filters by state, severity and code', async () => {
  await expectFound('state=ca', ({ state }) => state === 'ca');
  await expectFound('severity=INFO&state=TX', ({ severity, state }) => severity === 'info' && state === 'tx');
  await expectFound('code=total-jump', ({ code }) => code === 'total-jump');
});

test('filters by jurisdictions and month', async () => {
  const ids = [...new Set(stored.flatMap(({ jurisdiction_id: id }) => id ?? []))];
  const periods = [...new Set(stored.flatMap(({ allocation_period: period }) => period ?? []))];
  expect(ids.length).toBeGreaterThan(20);
  for (const id of ids.slice(0, 10)) await expectFound(`jurisdictions=${id}`, (item) => isAbout(item, id));
  for (const period of periods.slice(0, 15))
    await expectFound(`allocation_period=${period}`, (item) => isOfMonth(item, period));
  const [one = 0, other = 0] = ids;
  await expectFound(`jurisdictions=${one},${other}`, (item) => isAbout(item, one) || isAbout(item, other));
  const example = stored.find(
    ({ severity, ofRow, allocation_period: period }) =>
      severity === 'warning' && ofRow.length > 0 && period !== null,
  );
  const { jurisdiction_id: id = 0, allocation_period: period = '' } = example ?? {};
  await expectFound(
    `severity=warning&jurisdictions=${id}&allocation_period=${period}`,
    (item) => item.severity === 'warning' && isAbout(item, Number(id)) && isOfMonth(item, `${period}`),
  );
});

test.each([
  ['severity=fatal', 'severity', 'must be one of error, warning, info, not "fatal".'],
  ['code=total-jmp', 'code', '"total-jmp" is not one of the choices. Did you mean "total-jump"?'],
  ['jurisdictions=60070001&state=tx', 'jurisdictions', '60070001 belongs to California, but state is tx.'],
])('%s is refused', async (query, parameter, message) => {
  expect(await refusalBy(service, `${FINDINGS}?${query}`, parameter)).toContain(message);
});
