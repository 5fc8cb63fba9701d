import { type Finding, type FindingCode, type FindingCounts, finding } from '../domain/finding.ts';
import { firstDay, type Month } from '../domain/month.ts';
import type { Dataset } from './dataset.ts';
import { finding as findingTable } from './schema.ts';
import { prepareInsert, type SqlValue } from './statements.ts';

/**
 * What a finding is about: one report's content, one jurisdiction's series, or what a state has as a whole. The
 * findings of a scope are always replaced together, so the table says what is true of the dataset now.
 */
export type FindingScope = 'report' | 'series' | 'state';

/** A finding with what it belongs to. */
export interface PlacedFinding extends Finding {
  reportId: number | null;
  jurisdictionId: number | null;
  month: Month | null;
}

/** A finding about a month of a state, and the report it shows in. */
export function monthFinding(
  code: FindingCode,
  message: string,
  month: Month,
  reportId: number | null,
): PlacedFinding {
  return { ...finding(code, message), reportId, jurisdictionId: null, month };
}

type StoredFinding = PlacedFinding & { id: number };

/** A finding with the run that first found it. */
export type DatedFinding = PlacedFinding & { runId: number };

const COLUMNS = `severity, code, message, report_id AS reportId, jurisdiction_id AS jurisdictionId,
    substr(allocation_period, 1, 7) AS month, sheet, "row", "column"`;

/** Reads and writes findings. */
export function openFindings({ sqlite, ...rest }: Dataset) {
  const insert = prepareInsert({ sqlite, ...rest }, findingTable);
  const columns = `id, ${COLUMNS}`;
  const select = {
    report: sqlite.prepare<[number | string], StoredFinding>(
      `SELECT ${columns} FROM finding WHERE report_id = ? AND scope = 'report'`,
    ),
    series: sqlite.prepare<[number | string], StoredFinding>(
      `SELECT ${columns} FROM finding WHERE jurisdiction_id = ? AND scope = 'series'`,
    ),
    state: sqlite.prepare<[number | string], StoredFinding>(
      `SELECT ${columns} FROM finding WHERE scope = 'state' AND state = ?`,
    ),
  };
  const remove = sqlite.prepare('DELETE FROM finding WHERE id = ?');
  const move = sqlite.prepare('UPDATE finding SET report_id = ?, sheet = ?, "row" = ? WHERE id = ?');
  const corrected = sqlite
    .prepare<[string], number>(
      "SELECT DISTINCT jurisdiction_id FROM finding WHERE scope = 'series' AND state = ? AND code IN ('figure-corrected', 'correction-outdated')",
    )
    .pluck();
  const correctedFigures = sqlite.prepare<[number], PlacedFinding>(
    `SELECT ${COLUMNS} FROM finding WHERE jurisdiction_id = ? AND code = 'figure-corrected'`,
  );
  const removeOfJurisdiction = sqlite.prepare('DELETE FROM finding WHERE jurisdiction_id = ?');
  let hasChanged = false;

  return {
    /**
     * Makes the findings of one report, series (by jurisdiction) or state (by code) the given ones, each once. Those
     * that were there keep the run that first found them; returns the new ones.
     */
    replace(
      scope: FindingScope,
      subject: number | string,
      state: string,
      runId: number,
      findings: readonly PlacedFinding[],
    ): PlacedFinding[] {
      const given = byKey(scope, findings);
      const known = new Set<string>();
      for (const item of select[scope].all(subject)) {
        const key = findingKey(scope, item);
        const still = given.get(key);
        if (still && !known.has(key)) {
          known.add(key);
          if (placeOf(still) === placeOf(item)) continue;
          move.run(still.reportId, still.sheet, still.row, item.id);
        } else remove.run(item.id);
        hasChanged = true;
      }
      const added = [...given].flatMap(([key, item]) => (known.has(key) ? [] : [item]));
      for (const item of added) insert.run(...encode(item, scope, state, runId));
      hasChanged ||= added.length > 0;
      return added;
    },

    /** The findings of one report, series (by jurisdiction) or state (by code). */
    list: (scope: FindingScope, subject: number | string): PlacedFinding[] =>
      select[scope].all(subject).map(({ id: _, ...item }) => item),

    /** Whether any came, went or shows in another place by now. */
    hasChanged: (): boolean => hasChanged,

    /** The jurisdictions of a state of which a figure was corrected, or was to be. */
    correctedJurisdictions: (state: string): number[] => corrected.all(state),

    /** The figures of a jurisdiction that the register of corrections gave, each as the finding that says so. */
    correctedFigures: (jurisdictionId: number): PlacedFinding[] => correctedFigures.all(jurisdictionId),

    /** Removes all that is said of a jurisdiction. */
    removeJurisdiction(id: number): void {
      removeOfJurisdiction.run(id);
    },
  };
}

export type Findings = ReturnType<typeof openFindings>;

function encode(item: PlacedFinding, scope: FindingScope, state: string, runId: number): SqlValue[] {
  const { reportId, jurisdictionId, month, severity, code, message, sheet, row, column } = item;
  const period = month && firstDay(month);
  return [
    null,
    runId,
    scope,
    state,
    reportId,
    jurisdictionId,
    period,
    severity,
    code,
    message,
    sheet,
    row,
    column,
  ];
}

/** Findings of a scope by what tells them apart: each once, as they are stored. */
export function byKey(scope: FindingScope, findings: readonly PlacedFinding[]): Map<string, PlacedFinding> {
  return new Map(findings.map((item) => [findingKey(scope, item), item]));
}

/** Where a finding shows. */
function placeOf({ reportId, sheet, row }: PlacedFinding): string {
  return JSON.stringify([reportId, sheet, row]);
}

/** What tells two findings of a scope apart: of a state as a whole not the report in which it shows, which a later one replaces. */
function findingKey(scope: FindingScope, item: PlacedFinding): string {
  const { code, message, month, jurisdictionId, column } = item;
  return JSON.stringify([code, message, month, jurisdictionId, column, scope === 'state' || placeOf(item)]);
}

/** What is said of states as a whole, by these codes, and was first found by runs after `run`; in order of month. */
export function listStateFindings(
  { sqlite }: Dataset,
  run: number,
  codes: readonly FindingCode[],
): DatedFinding[] {
  return sqlite
    .prepare<[number], DatedFinding>(
      `SELECT run_id AS runId, ${COLUMNS} FROM finding WHERE scope = 'state' AND run_id > ?
       ORDER BY allocation_period, state, id`,
    )
    .all(run)
    .filter(({ code }) => codes.includes(code));
}

/** How many findings the dataset has of each severity, in one state. */
export function countStoredFindings({ sqlite }: Dataset, state: string): FindingCounts {
  const counts: FindingCounts = { error: 0, warning: 0, info: 0 };
  const rows = sqlite
    .prepare<[string], { severity: keyof FindingCounts; count: number }>(
      'SELECT severity, count(*) AS count FROM finding WHERE state = ? GROUP BY severity',
    )
    .all(state);
  for (const { severity, count } of rows) counts[severity] = count;
  return counts;
}
