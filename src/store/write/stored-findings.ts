import type Database from 'better-sqlite3';
import {
  type Facts,
  type Finding,
  type FindingCode,
  type FindingCounts,
  finding,
} from '../../domain/findings/finding.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { isRecord, parseJson } from '../../domain/text/json.ts';
import type { Dataset } from '../dataset.ts';
import { findingTable } from '../fixed-tables.ts';
import { prepareInsert, type SqlValue } from '../statements.ts';

/**
 * What a finding is about: the content of one report, the series of one jurisdiction, or a state as a whole. A run
 * replaces all findings of a subject together, so the table describes the present dataset.
 */
export type FindingScope = 'report' | 'series' | 'state';

/** A finding about a month of a state, and the report that shows it. */
export function monthFinding<Code extends FindingCode>(
  code: Code,
  facts: Facts<Code>,
  month: Month,
  reportId: number | null,
): Finding {
  return finding(code, facts, { reportId, month });
}

type Stored<Item> = Omit<Item, 'facts'> & { facts: string };

type StoredFinding = Finding & { id: number };

const COLUMNS = `severity, code, facts, report_id AS reportId, jurisdiction_id AS jurisdictionId,
    substr(allocation_period, 1, 7) AS month, sheet, "row", "column"`;

function prepareStatements(sqlite: Database.Database) {
  const columns = `id, ${COLUMNS}`;
  return {
    select: {
      report: sqlite.prepare<[number | string], Stored<StoredFinding>>(
        `SELECT ${columns} FROM finding WHERE report_id = ? AND scope = 'report'`,
      ),
      series: sqlite.prepare<[number | string], Stored<StoredFinding>>(
        `SELECT ${columns} FROM finding WHERE jurisdiction_id = ? AND scope = 'series'`,
      ),
      state: sqlite.prepare<[number | string], Stored<StoredFinding>>(
        `SELECT ${columns} FROM finding WHERE scope = 'state' AND state = ?`,
      ),
    },
    corrected: sqlite
      .prepare<[string], number>(
        "SELECT DISTINCT jurisdiction_id FROM finding WHERE scope = 'series' AND state = ? AND code IN ('figure-corrected', 'correction-misfit')",
      )
      .pluck(),
    correctedFigures: sqlite.prepare<[number], Stored<Finding>>(
      `SELECT ${COLUMNS} FROM finding WHERE jurisdiction_id = ? AND code = 'figure-corrected'`,
    ),
  };
}

/** Reads and writes findings. */
export class FindingWriter {
  /** Whether this writer added, removed or moved a finding. */
  hasChanged = false;
  private readonly statements: ReturnType<typeof prepareStatements>;
  private readonly insert: Database.Statement<unknown[], SqlValue[]>;
  private readonly remove: Database.Statement<[number]>;
  private readonly update: Database.Statement;
  private readonly removeOfJurisdiction: Database.Statement<[number]>;

  constructor(dataset: Dataset) {
    const { sqlite } = dataset;
    this.statements = prepareStatements(sqlite);
    this.insert = prepareInsert(dataset, findingTable);
    this.remove = sqlite.prepare('DELETE FROM finding WHERE id = ?');
    this.update = sqlite.prepare(
      'UPDATE finding SET report_id = ?, sheet = ?, "row" = ?, facts = ? WHERE id = ?',
    );
    this.removeOfJurisdiction = sqlite.prepare('DELETE FROM finding WHERE jurisdiction_id = ?');
  }

  /** The jurisdictions of a state with an entry in the register of corrections, whether it fits or not. */
  correctedJurisdictions(state: string): number[] {
    return this.statements.corrected.all(state);
  }

  /** The findings of a jurisdiction that report a corrected figure. */
  correctedFigures(jurisdictionId: number): Finding[] {
    return this.statements.correctedFigures.all(jurisdictionId).map(withFacts);
  }

  /**
   * Replaces the findings of one report, series (by jurisdiction) or state (by code). A finding that was stored before
   * keeps the run that first found it. Returns the new findings.
   */
  replace(
    scope: FindingScope,
    subject: number | string,
    state: string,
    runId: number,
    findings: readonly Finding[],
  ): Finding[] {
    const given = byKey(scope, findings);
    const known = new Set<string>();
    const stored = this.statements.select[scope].all(subject).map(withFacts);
    for (const item of stored) {
      const key = findingKey(scope, item);
      const still = given.get(key);
      if (still && !known.has(key)) {
        known.add(key);
        if (placeOf(still) === placeOf(item)) continue;
        this.update.run(still.reportId, still.sheet, still.row, factsText(still), item.id);
      } else this.remove.run(item.id);
      this.hasChanged = true;
    }
    const added = [...given].flatMap(([key, item]) => (known.has(key) ? [] : [item]));
    for (const item of added) this.insert.run(...encode(item, scope, state, runId));
    this.hasChanged ||= added.length > 0;
    return added;
  }

  /** Removes all findings of a jurisdiction. */
  removeJurisdiction(id: number): void {
    this.removeOfJurisdiction.run(id);
  }
}

function encode(item: Finding, scope: FindingScope, state: string, runId: number): SqlValue[] {
  const { reportId, jurisdictionId, month, severity, code, sheet, row, column } = item;
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
    factsText(item),
    sheet,
    row,
    column,
  ];
}

export function listFindingsOf({ sqlite }: Dataset, code: FindingCode): Finding[] {
  return sqlite
    .prepare<[string], Stored<Finding>>(`SELECT ${COLUMNS} FROM finding WHERE code = ? ORDER BY id`)
    .all(code)
    .map(withFacts);
}

/** The number of stored findings of one state by severity. */
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

/** The findings of a scope by their identity, without duplicates. */
function byKey(scope: FindingScope, findings: readonly Finding[]): Map<string, Finding> {
  return new Map(findings.map((item) => [findingKey(scope, item), item]));
}

/** The place of a finding as a key. */
function placeOf({ reportId, sheet, row }: Finding): string {
  return JSON.stringify([reportId, sheet, row]);
}

/** The identity of a finding. Findings of a state keep it if a later report shows them. */
function findingKey(scope: FindingScope, item: Finding): string {
  const { code, month, jurisdictionId, column } = item;
  const subject = JSON.stringify([code, month, jurisdictionId, column, scope === 'state' || placeOf(item)]);
  return `${subject} ${factsText(item)}`;
}

/** Facts as stored: JSON with sorted names, so that equal facts are equal texts. */
function factsText({ facts }: Pick<Finding, 'facts'>): string {
  return JSON.stringify(facts, (_, value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b))) : value,
  );
}

/** A stored finding with its facts parsed. */
export function withFacts<Item extends { facts: string }>(
  item: Item,
): Omit<Item, 'facts'> & Pick<Finding, 'facts'> {
  const facts = parseJson(item.facts);
  // no version stores other text; verify reports it
  return { ...item, facts: (isRecord(facts) ? facts : { unreadable: item.facts }) as Finding['facts'] };
}
