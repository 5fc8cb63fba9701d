import { describeFinding, findingMessage } from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import { plural } from '../../domain/text/wording.ts';
import type { Registers } from '../../registers/registers.ts';
import { allKindsOf } from '../../states/index.ts';
import type { SqlValue } from '../../store/statements.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import { byKey, type FindingScope, factsText, type PlacedFinding } from '../../store/write/placed-finding.ts';
import { digestOfContent } from '../../store/write/report-digest.ts';
import type { KnownReport } from '../../store/write/reports.ts';
import type { StateReader } from '../../store/write/state-store.ts';
import type { FindingReader } from '../../store/write/stored-findings.ts';
import { correctionsOf, isMisfit } from '../settle/corrections.ts';
import { buildSeries, type Series } from '../settle/merged-series.ts';
import { nameJurisdiction, withListed } from '../settle/named-state.ts';
import type { ReportRecords } from '../settle/precedence.ts';
import { findingsOfState } from '../settle/settle.ts';
import { type Listed, readListed } from '../summaries/listed-facts.ts';
import { findInSummaries } from '../summaries/summary-findings.ts';
import { reportName } from './verify-archive.ts';
import { limitFindings, type VerifyFinding } from './verify-finding.ts';

/** Differences of one kind and subject that are listed; the others are counted. */
const LISTED = 5;
const REPROCESS = 'Run allocations reprocess.';
/** Without the registers of the run that wrote it, a correct figure looks wrong, and a new run would undo it. */
const SAME_REGISTERS =
  'If a run used another --reference, verify with the same one. If the difference stays, run allocations reprocess with it.';

/** What the content of a dataset is checked against. */
export interface ContentBasis {
  known: readonly KnownReport[];
  records: ReportRecords;
  registers: Registers;
  findings: FindingReader;
}

/** The result of the check of one state. */
export interface VerifiedState {
  series: number;
  datapoints: number;
  findings: VerifyFinding[];
}

/**
 * Checks the content of one state. Digests cover the rows, the findings of reports and the loaded months. Everything else
 * is computed again from the rows and the registers.
 */
export function verifyState(store: StateReader, basis: ContentBasis): VerifiedState {
  const { records, registers, findings } = basis;
  const { state, jurisdictions } = store;
  const corrections = correctionsOf(state, registers.corrections);
  const ofReports = verifyReports(store, basis);
  const stateMonths = store.months();
  const all = jurisdictions.list();
  const listed = readListed(
    store,
    all.map((jurisdiction) => nameJurisdiction(state, jurisdiction, registers)),
    registers,
    records,
  );
  const ofSeries = all.map((jurisdiction) => {
    const rows = store.rowsOfSeries(jurisdiction);
    if (rows === null) return { datapoints: 0, findings: [withoutRows(jurisdiction)] };
    const made = { rows, reports: records, stateMonths, corrections, from: null };
    return verifySeries(store, jurisdiction, buildSeries(state, jurisdiction.id, made), listed, basis);
  });
  const expected = [
    ...findingsOfState(store, corrections, records),
    ...listed.findings,
    ...findInSummaries(store, { ids: listed.ids, reports: records, isAffected: () => true, before: [] })
      .stored,
  ];
  return {
    series: ofSeries.length,
    datapoints: ofSeries.reduce((total, { datapoints }) => total + datapoints, 0),
    findings: [
      ...ofReports,
      ...ofSeries.flatMap((one) => one.findings),
      ...verifyListed(store, listed),
      ...verifyFindings('state', state.code, state.code, findings, expected),
      ...misfits(expected),
    ],
  };
}

function withoutRows({ id, name }: StoredJurisdiction): VerifyFinding {
  return { about: 'rows', message: `No report has a row for ${id} ${name}. ${REPROCESS}` };
}

function misfits(findings: readonly PlacedFinding[]): VerifyFinding[] {
  return findings.filter(isMisfit).map((item) => ({ about: 'corrections', message: findingMessage(item) }));
}

/** Finds reports whose rows, findings or loaded months are not as they were loaded. */
function verifyReports({ state, rowsOf }: StateReader, { known, findings }: ContentBasis): VerifyFinding[] {
  const kinds = new Set(allKindsOf(state).map(({ name }) => name));
  return known
    .filter(({ record }) => kinds.has(record.kind))
    .flatMap(({ id, record, rowCount, digest }): VerifyFinding[] => {
      const stored = rowsOf(record.kind).digestOfReport(id);
      if (stored.count !== rowCount) {
        const message = `${reportName(record)} has ${plural(stored.count, 'row')}, but ${formatCount(rowCount)} ${rowCount === 1 ? 'was' : 'were'} loaded. ${REPROCESS}`;
        return [{ about: 'rows', message }];
      }
      const ofReport = findings.list('report', id);
      const content = { loadedMonths: record.loadedMonths, rows: stored.digest, findings: ofReport };
      // a withdrawn report has no content
      if (digest === null && record.withdrawn && ofReport.length === 0) return [];
      if (digest === null && !record.withdrawn) {
        const message = `${reportName(record)} has no digest of its rows and findings. ${REPROCESS} It computes the digest.`;
        return [{ about: 'rows', message }];
      }
      if (digest === digestOfContent(content)) return [];
      const message = `The rows, findings or loaded months of ${reportName(record)} were changed after they were loaded. To list the changes, run allocations verify --deep. To undo them, run allocations reprocess.`;
      return [{ about: 'rows', message }];
    });
}

/** Finds listed names whose stored jurisdiction is not the one that the names and the registers give. */
function verifyListed({ state, listed: stored }: StateReader, { ids }: Listed): VerifyFinding[] {
  const found = stored.read();
  const differences = [...ids].flatMap(([kind, expected]) => {
    const ofKind = found.get(kind) ?? new Map<string, number>();
    return [...new Set([...expected.keys(), ...ofKind.keys()])]
      .filter((name) => expected.get(name) !== ofKind.get(name))
      .map((name) => {
        const [is, gives] = [ofKind, expected].map((one) => one.get(name) ?? 'no jurisdiction');
        return `${name} of ${kind} is ${is}, but the names and the registers give ${gives}. ${SAME_REGISTERS}`;
      });
  });
  return listed('jurisdictions', state.code, differences);
}

function verifySeries(
  { state, allocations }: StateReader,
  jurisdiction: StoredJurisdiction,
  series: Series,
  listedInState: Listed,
  { registers, findings }: ContentBasis,
): { datapoints: number; findings: VerifyFinding[] } {
  const { id, name } = jurisdiction;
  const label = `${state.code} ${id} ${name}`;
  const differences = allocations
    .differences(id, series.datapoints, series.derived)
    .map((difference) => `${difference}. ${SAME_REGISTERS}`);
  const named = nameJurisdiction(
    state,
    { ...jurisdiction, printed_name: series.printedName, printed_type: series.printedType },
    registers,
  );
  const ofJurisdiction = differencesOf(jurisdiction, {
    ...withListed(named, listedInState),
    id: state.idOf(jurisdiction.sales_tax_id),
  });
  return {
    datapoints: series.datapoints.length,
    findings: [
      ...misfits(series.findings),
      ...listed('datapoints', label, differences),
      ...listed('jurisdictions', label, ofJurisdiction),
      ...verifyFindings('series', id, label, findings, series.findings),
    ],
  };
}

function differencesOf(stored: StoredJurisdiction, expected: StoredJurisdiction): string[] {
  const found: Record<string, SqlValue> = { ...stored };
  return Object.entries(expected)
    .filter(([column, value]) => found[column] !== value)
    .map(
      ([column, value]) =>
        `${column} is ${found[column]}, but the reports and the registers give ${value}. ${SAME_REGISTERS}`,
    );
}

/** Finds stored findings that the rows do not give, and findings of the rows that are not stored. */
function verifyFindings(
  scope: FindingScope,
  subject: number | string,
  label: string,
  stored: FindingReader,
  expected: readonly PlacedFinding[],
): VerifyFinding[] {
  const missing = new Map([...byKey(scope, expected).values()].map((item) => [keyOf(item), item]));
  const extra = stored.list(scope, subject).filter((item) => !missing.delete(keyOf(item)));
  return listed('findings', label, [
    ...extra.map(
      (item) => `${item.code} is stored, but the rows do not give it (${textOf(item)}). ${REPROCESS}`,
    ),
    // misfits() lists these
    ...[...missing.values()]
      .filter((item) => !isMisfit(item))
      .map((item) => `${item.code} is not stored (${textOf(item)}). ${REPROCESS}`),
  ]);
}

/** The text of a finding without its last period. */
function textOf(item: PlacedFinding): string {
  return describeFinding(item).text.replace(/\.$/, '');
}

/** Two findings are equal if their keys are. */
function keyOf(item: PlacedFinding): string {
  const { severity, code, reportId, jurisdictionId: id, month, sheet, row, column } = item;
  return JSON.stringify([severity, code, factsText(item), reportId, id, month, sheet, row, column]);
}

/** Findings about one subject, which `label` names. */
function listed(
  about: VerifyFinding['about'],
  label: string,
  differences: readonly string[],
): VerifyFinding[] {
  return limitFindings(about, differences, LISTED).map(({ message }) => ({
    about,
    message: `${label}: ${message}`,
  }));
}
