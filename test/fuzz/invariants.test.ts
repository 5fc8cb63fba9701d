import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Base, bytesOf, makeBases } from './bases.ts';
import { FuzzRig, makeWorkFolder, type Outcome } from './fuzz-rig.ts';
import { findViolation } from './invariants.ts';

/** Long enough for a busy machine. */
const LIMIT_MS = 20_000;

let folder: string;
let rig: FuzzRig;
let bases: [Base, ...Base[]];

beforeAll(async () => {
  folder = makeWorkFolder();
  rig = new FuzzRig(folder);
  bases = await makeBases();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('findViolation notices', () => {
  function change({ database }: Outcome, statement: string): void {
    const sqlite = new Database(database);
    try {
      sqlite.pragma('foreign_keys = OFF');
      sqlite.exec(statement);
    } finally {
      sqlite.close();
    }
  }

  /** Loads a base report, then changes the dataset. */
  async function loadedThenChanged(name: string, statement: string): Promise<Outcome> {
    const base = bases.find((known) => known.name === name);
    if (!base) throw new Error(`No base report is called ${name}`);
    const outcome = await rig.run(bytesOf(base), base.format);
    change(outcome, statement);
    return outcome;
  }

  const ofFirst = (table: string) => `WHERE jurisdiction_id = (SELECT min(jurisdiction_id) FROM ${table})`;
  const TEXAS = ofFirst('tx_payment_detail_row');
  const STATEMENT = ofFirst('ca_monthly_statement_row');
  const QUARTERLY = ofFirst('ca_quarterly_allocations_row');
  const SUMMARY = "WHERE listed = 'spd:obrien-creek-library-district'";

  test.each([
    [
      'one cent more',
      'texas portal CSV',
      `UPDATE tx_payment_detail_row SET net_payment = net_payment + 1 ${TEXAS}`,
    ],
    [
      'another sign',
      'texas API JSON',
      `UPDATE tx_payment_detail_row SET audit_collections = -audit_collections ${TEXAS}`,
    ],
    [
      'a hundredfold',
      'texas XLSX',
      `UPDATE tx_payment_detail_row SET service_fee = service_fee * 100 ${TEXAS}`,
    ],
    [
      'a figure in place of a blank',
      'statement OData JSON',
      `UPDATE ca_monthly_statement_row SET other_adjustments = 12345 ${STATEMENT}`,
    ],
    [
      'the figure of another row',
      'statement portal CSV',
      `UPDATE ca_monthly_statement_row SET net_payment = (SELECT max(net_payment) FROM ca_monthly_statement_row) ${STATEMENT}`,
    ],
    [
      'another month',
      'statement XLSX with formats',
      `UPDATE ca_monthly_statement_row SET allocation_period = '2023-12-01' ${STATEMENT}`,
    ],
    [
      'another code',
      'quarterly CSV',
      "UPDATE jurisdiction SET sales_tax_id = '59003' WHERE sales_tax_id = '59002'",
    ],
    [
      'a percentage ten times as large',
      'quarterly XLSX with percentages',
      `UPDATE ca_quarterly_allocations_row SET county_pool_percent = county_pool_percent * 10 ${QUARTERLY}`,
    ],
    [
      'a datapoint with another amount',
      'texas TSV',
      'UPDATE tx_allocation SET net_payment = net_payment - 1',
    ],
    [
      'one cent more in a summary',
      'summary portal CSV',
      `UPDATE tx_comparison_summary_row SET payments_to_date = payments_to_date + 1 ${SUMMARY}`,
    ],
    [
      'another rate',
      'summary API JSON',
      `UPDATE tx_comparison_summary_row SET current_rate = current_rate * 10 ${SUMMARY}`,
    ],
    [
      'the figures of another name',
      'city summary portal CSV',
      "UPDATE tx_city_comparison_summary_row SET listed = 'city:cedar-gap:bluestem:' WHERE listed = 'city:pena-blanca:bluestem'",
    ],
    [
      'another month of a summary',
      'city summary API JSON',
      "UPDATE tx_city_comparison_summary_row SET allocation_period = '2024-09-01' WHERE allocation_period = '2024-08-01'",
    ],
    [
      'a county that the row does not print',
      'city summary API JSON',
      "UPDATE tx_city_comparison_summary_row SET listed = 'city:pena-blanca:obrien' WHERE listed = 'city:pena-blanca:bluestem'",
    ],
    [
      'a jurisdiction from a summary',
      'summary portal CSV',
      "INSERT INTO jurisdiction (id, state, sales_tax_id, name, slug, printed_name) VALUES (1, 'tx', '1', 'a', 'a', 'a')",
    ],
  ])('%s', async (_, base, statement) => {
    const outcome = await loadedThenChanged(base, statement);
    expect(findViolation(outcome, LIMIT_MS)).toMatchObject({ invariant: 'no invented figure' });
  });

  test.each([
    ['rows lost', `DELETE FROM tx_payment_detail_row ${TEXAS}`],
    ['a missing record of the report', 'DELETE FROM report'],
  ])('%s', async (_, statement) => {
    const outcome = await loadedThenChanged('texas portal CSV', statement);
    expect(findViolation(outcome, LIMIT_MS)).toMatchObject({ invariant: 'no partial load' });
  });

  test('a refused report that leaves a jurisdiction behind', async () => {
    const outcome = await rig.run(Buffer.from('not a report'), 'csv');
    expect(findViolation(outcome, LIMIT_MS)).toBeNull();
    change(
      outcome,
      "INSERT INTO jurisdiction (id, state, sales_tax_id, name, slug, printed_name) VALUES (1, 'tx', '1', 'a', 'a', 'a')",
    );
    expect(findViolation(outcome, LIMIT_MS)).toMatchObject({ invariant: 'no partial load' });
  });

  test('a refusal without an error', async () => {
    const outcome = await rig.run(Buffer.from('not a report'), 'csv');
    for (const report of outcome.summary?.reports ?? []) report.findings = [];
    expect(findViolation(outcome, LIMIT_MS)).toMatchObject({ invariant: 'no silent refusal' });
  });

  test('an error that is not for the operator', async () => {
    const outcome = await rig.run(Buffer.from('not a report'), 'csv');
    const violation = findViolation({ ...outcome, summary: null, crash: new TypeError('oops') }, LIMIT_MS);
    expect(violation).toMatchObject({ invariant: 'no crash' });
  });
});
