import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Finding, findingMessage, withMessage, withRefusal } from '../src/domain/findings/finding.ts';
import { readLayoutFile } from '../src/extract/layouts/layout-file.ts';
import type { RunSummary } from '../src/pipeline/summary.ts';
import { readRegisters } from '../src/registers/registers.ts';
import { REPORT_KINDS, STATES } from '../src/states/index.ts';
import type { State } from '../src/states/state.ts';
import { type DatasetContent, readDataset, type StoredSeries } from './fixtures/dataset-content.ts';
import {
  type ExpectedFinding,
  type ExpectedRun,
  type ExpectedSeries,
  type ExpectedSeriesFinding,
  type FixtureCase,
  readCase,
} from './fixtures/expected.ts';
import { proposeExpected } from './fixtures/proposal.ts';
import { checkParts } from './rig/datasets/parts-of-payments.ts';
import { hashOf } from './rig/hash.ts';
import { createPipelineRig, type PipelineRig } from './rig/pipeline-rig.ts';

const FIXTURES = 'fixtures';

describe.each(STATES)('fixtures of $name', (state) => {
  const folder = join(FIXTURES, state.code);
  const names = existsSync(folder) ? readdirSync(folder) : [];

  test('there are some', () => {
    expect(names, `put the first report into ${folder}/<case>/reports`).not.toEqual([]);
  });

  test.each(names)('%s', async (name) => {
    if (!existsSync(join(FIXTURES, state.code, name, 'expected.json')))
      throw new Error(await proposeExpected(state, join(FIXTURES, state.code, name)));
    const fixture = readCase(join(FIXTURES, state.code, name));
    const rig = createPipelineRig();
    rig.options.registers = readRegisters('data/reference');
    if (fixture.layouts !== null) rig.options.layouts = readLayoutFile(fixture.layouts, REPORT_KINDS);
    let before: readonly ExpectedSeriesFinding[] = [];
    for (const expected of fixture.runs) {
      const files = Object.keys(expected.reports).map((file) => join(fixture.folder, 'reports', file));
      const summary = await rig.run({ files, onDoubt: expected.onDoubt });
      const content = readDataset(rig.database, state);
      checkSummary(summary, expected, before);
      checkReports(rig, fixture, summary, expected, content);
      checkFindings(content.findings, expected.findings);
      expect([...content.series.keys()].sort()).toEqual(Object.keys(expected.jurisdictions).sort());
      for (const [code, series] of Object.entries(expected.jurisdictions)) {
        checkSeries(state, code, content.series.get(code), series);
      }
      checkParts(rig.database);
      before = expected.findings;
    }
  });
});

test('every folder of fixtures is a state, the sample, or for running it elsewhere or upgrading', () => {
  const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const known = [...STATES.map(({ code }) => code), 'deploy', 'sample', 'upgrade'];
  expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test('the example of a layout file is valid, and adds to the built-in layouts', () => {
  const layouts = readLayoutFile(readFileSync(join(FIXTURES, 'layouts.example.json'), 'utf8'), REPORT_KINDS);
  const builtIn = REPORT_KINDS.flatMap((kind) => kind.layouts);
  const headersOf = (list: typeof layouts) =>
    list.flatMap(({ headers }) => Object.values(headers).flat()).length;
  const ignoredOf = (list: typeof layouts) => list.flatMap(({ ignored }) => ignored).length;
  expect(layouts.length).toBeGreaterThan(builtIn.length);
  expect(headersOf(layouts.slice(0, builtIn.length))).toBeGreaterThan(headersOf(builtIn));
  expect(ignoredOf(layouts.slice(0, builtIn.length))).toBeGreaterThan(ignoredOf(builtIn));
});

/** `before` are the findings about series and states the dataset had before the run. */
function checkSummary(
  summary: RunSummary,
  { outcome, allocations, reports, findings }: ExpectedRun,
  before: readonly ExpectedSeriesFinding[],
): void {
  const known = new Set(before.map((item) => JSON.stringify(item)));
  const added = findings.filter((item) => !known.has(JSON.stringify(item)));
  const byName = new Map(summary.reports.map((report) => [basename(report.path), report]));
  expect([...byName.keys()].sort()).toEqual(Object.keys(reports).sort());
  for (const [name, { findings: ofContent, ...expected }] of Object.entries(reports)) {
    const ofSeries = added
      .filter(({ report }) => report === name)
      .map(({ report: _, jurisdiction, month, ...item }) => item);
    checkFindings(withoutFacts(byName.get(name)?.findings ?? []), [...ofContent, ...ofSeries]);
    expect({ name, ...byName.get(name) }).toMatchObject({ name, ...expected });
  }
  const all = [...Object.values(reports).flatMap((report) => report.findings), ...added];
  const count = (wanted: string) => all.filter(({ severity }) => severity === wanted).length;
  expect(summary).toMatchObject({
    outcome,
    allocations,
    findings: { error: count('error'), warning: count('warning'), info: count('info') },
  });
}

/** A loaded report is in the archive and the row table, whole; a refused one in quarantine, and nowhere else. */
function checkReports(
  rig: PipelineRig,
  { folder: caseFolder }: FixtureCase,
  summary: RunSummary,
  { reports }: ExpectedRun,
  { rowCounts }: DatasetContent,
): void {
  for (const [name, { status, kind, rows }] of Object.entries(reports)) {
    const bytes = readFileSync(join(caseFolder, 'reports', name));
    const sha256 = hashOf(bytes);
    const quarantined = join(rig.options.quarantine, sha256);
    const archive = join(rig.archive, kind ?? '');
    const archived = filesOf(archive).filter((file) => file.startsWith(sha256));
    if (status === 'refused') {
      const record = JSON.parse(readFileSync(join(quarantined, 'findings.json'), 'utf8'));
      expect(readFileSync(join(quarantined, `report${extname(name)}`)).equals(bytes)).toBe(true);
      expect(filesOf(quarantined)).toHaveLength(2);
      expect(record.sha256).toBe(sha256);
      const ofReport = summary.reports.find((report) => report.sha256 === sha256);
      expect(record.findings).toEqual(ofReport?.findings.map(withRefusal));
      expect(rowCounts.has(sha256)).toBe(false);
      expect(archived).toEqual([]);
      continue;
    }
    expect(rowCounts.get(sha256)).toBe(rows);
    expect(existsSync(quarantined)).toBe(false);
    const [kept = '', ...others] = archived.filter((file) => file !== `${sha256}.report.json`);
    expect(readFileSync(join(archive, kept)).equals(bytes)).toBe(true);
    expect(others).toEqual([]);
  }
}

function filesOf(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

type AnyFinding = ExpectedFinding & Partial<ExpectedSeriesFinding>;

/** Findings with their messages in place of facts, which must survive being JSON. */
function withoutFacts(findings: readonly Finding[]) {
  return findings.map(withMessage).map(({ facts, ...item }) => {
    const read = JSON.parse(JSON.stringify(facts));
    expect(read).toStrictEqual(facts);
    expect(findingMessage({ code: item.code, facts: read })).toBe(item.message);
    // made from the facts, which are not shown as they are
    expect(item.message).not.toContain(JSON.stringify(facts));
    return item;
  });
}

/** Findings in any order; each message must contain what is expected of it. */
function checkFindings<Found extends { code: string; message: string }>(
  found: readonly Found[],
  expected: readonly AnyFinding[],
): void {
  const key = ({ message: _, ...place }: object & { message: unknown }) =>
    JSON.stringify(Object.entries(place).sort());
  const sorted = <Item extends { message: unknown }>(items: readonly Item[]) =>
    [...items].sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
  expect(sorted(found).map(({ message: _, ...place }) => place)).toEqual(
    sorted(expected).map(({ message: _, ...place }) => place),
  );
  sorted(expected).forEach(({ message }, at) => {
    for (const fragment of message) expect(sorted(found)[at]?.message).toContain(fragment);
  });
}

/** Months from the revenue period and the sales period to the allocation period, as other sources state them. */
const USUAL_LAGS = { revenue: 1, sales: 2 };
const LAGS: Readonly<Record<string, State['calendar']['lags']>> = {
  ...{ ca: USUAL_LAGS, tx: USUAL_LAGS, nc: USUAL_LAGS },
  il: { revenue: 2, sales: 3 },
};

const FAMILIES = [
  ['figures', ''],
  ['deltas', 'delta_'],
  ['trends', 'trend_'],
  ['ytd', 'ytd_'],
] as const;

function checkSeries(
  state: State,
  code: string,
  stored: StoredSeries | undefined,
  { figures, deltas, trends, ytd, sources, ...expected }: ExpectedSeries,
): void {
  if (!stored) throw new Error(`the dataset has no ${code}`);
  const { revenue, sales } = LAGS[state.code] ?? state.calendar.lags;
  expect(stored).toMatchObject({
    ...expected,
    revenuePeriods: expected.months.map((month) => monthsBefore(month, revenue)),
    ...(sales !== null && { salesPeriods: expected.months.map((month) => monthsBefore(month, sales)) }),
  });
  const lines = { figures, deltas, trends, ytd };
  for (const [family, prefix] of FAMILIES) {
    for (const [field, values] of Object.entries(lines[family])) {
      const unit = state.fields.find(({ name }) => name === field)?.unit;
      const decimals = unit === 'amount' && family !== 'deltas' ? 2 : 6;
      const message = `${code} ${family} ${field}`;
      expect(stored.column(prefix + field), message).toEqual(values.map((value) => scaled(value, decimals)));
    }
  }
  for (const [kind, rows] of Object.entries(sources)) {
    expect(stored.sources(kind), `${code} ${kind}`).toEqual(rows);
  }
}

/** A decimal as the integer the dataset keeps: `12.5` with six decimals is 12500000. */
function scaled(decimal: string, decimals: number): number | null {
  if (decimal === 'null') return null;
  const [whole = '', fraction = ''] = decimal.split('.');
  if (fraction.length > decimals) throw new Error(`${decimal} has more than ${decimals} decimals`);
  return Number(whole + fraction.padEnd(decimals, '0')) + 0;
}

function monthsBefore(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - count);
  return date.toISOString().slice(0, 7);
}
