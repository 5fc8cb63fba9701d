import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { monthOfDate } from '../../../src/domain/month.ts';
import { ALL_MONTHS } from '../../../src/domain/month-range.ts';
import type { ReportRecord } from '../../../src/domain/report.ts';
import { Archive } from '../../../src/pipeline/archive/archive.ts';
import { decideUnread } from '../../../src/pipeline/intake/decision.ts';
import { openForWriting } from '../../../src/store/dataset.ts';
import { openReports } from '../../../src/store/write/reports.ts';

const SHA256 = 'a'.repeat(64);
const JANUARY = monthOfDate('2026-01-01');
const FEBRUARY = monthOfDate('2026-02-01');
const MARCH = monthOfDate('2026-03-01');
const withdrawn = { at: '2026-05-01T00:00:00.000Z', reason: 'by mistake' };
const record: ReportRecord = {
  sha256: SHA256,
  kind: 'tx/payment-detail',
  format: 'csv',
  fileName: 'report.csv',
  receivedAt: '2026-04-01T00:00:00.000Z',
  origin: null,
  firstMonth: JANUARY,
  lastMonth: MARCH,
  loadedMonths: null,
  withdrawn: null,
  held: null,
};

function openTables() {
  const dataset = openForWriting(':memory:');
  const folder = mkdtempSync(join(tmpdir(), 'allocations-'));
  onTestFinished(() => {
    dataset.close();
    rmSync(folder, { recursive: true });
  });
  return { reports: openReports(dataset), archive: new Archive(folder), months: ALL_MONTHS };
}

function actionOf(tables: ReturnType<typeof openTables>, archived: ReportRecord | null = null) {
  return decideUnread({ sha256: SHA256, archived }, tables)?.action ?? 'read';
}

test('a new report is read', () => {
  expect(actionOf(openTables())).toBe('read');
});

test('a loaded report is skipped, unless it comes from the archive', () => {
  const tables = openTables();
  tables.reports.write(record, 1);
  expect(actionOf(tables)).toBe('skip');
  expect(actionOf(tables, record)).toBe('read');
});

test('a report with some months loaded is read if the run asks for others', () => {
  const tables = openTables();
  tables.reports.write({ ...record, loadedMonths: [{ first: JANUARY, last: FEBRUARY }] }, 1);
  expect(actionOf(tables)).toBe('read');
  expect(actionOf({ ...tables, months: { from: null, to: FEBRUARY } })).toBe('skip');
});

test('a withdrawn report is left out, even if only the archive has the withdrawal', () => {
  const tables = openTables();
  tables.archive.decide({ ...record, withdrawn });
  tables.archive.prepareCommit();
  expect(actionOf(tables)).toBe('leave out');
  expect(actionOf(openTables(), { ...record, withdrawn })).toBe('leave out');
});
