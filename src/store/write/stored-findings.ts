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
import { Differ, type Values } from './differ.ts';

/**
 * What a finding is about: the content of one report, the series of one jurisdiction, or a state as a whole. A run
 * replaces all findings of a subject together, so the table describes the present dataset.
 */
type FindingScope = 'report' | 'series' | 'state';

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

const COLUMNS = `severity, code, facts, report_id AS reportId, jurisdiction_id AS jurisdictionId,
    substr(allocation_period, 1, 7) AS month, sheet, "row", "column"`;

/** The findings of each scope, by the column that has their subject. */
const SUBJECTS: Readonly<Record<FindingScope, string>> = {
  report: 'report_id',
  series: 'jurisdiction_id',
  state: 'state',
};

/** Writes findings. */
export class FindingWriter {
  private readonly differ: Differ;
  private readonly ofSubject: Readonly<Record<FindingScope, Database.Statement<[number | string], Values>>>;
  private readonly correctedOf: Database.Statement<[number], Stored<Finding>>;
  private readonly removeOfJurisdiction: Database.Statement<[number]>;

  constructor(dataset: Dataset) {
    const { sqlite } = dataset;
    const identityOf = (row: Values) =>
      JSON.stringify([
        ...[row.code, row.allocation_period, row.jurisdiction_id, row.column, row.facts],
        // a finding of a state stays the same if a later report shows it
        row.scope === 'state' || [row.report_id, row.sheet, row.row],
      ]);
    this.differ = new Differ(dataset, findingTable, {
      ...{ key: ['id'], notCompared: ['id', 'run_id'], identityOf },
    });
    const select = (scope: FindingScope) =>
      sqlite.prepare<[number | string], Values>(
        `SELECT * FROM finding WHERE ${SUBJECTS[scope]} = ? AND scope = '${scope}'`,
      );
    this.ofSubject = { report: select('report'), series: select('series'), state: select('state') };
    this.correctedOf = sqlite.prepare(
      `SELECT ${COLUMNS} FROM finding WHERE jurisdiction_id = ? AND code = 'figure-corrected'`,
    );
    this.removeOfJurisdiction = sqlite.prepare('DELETE FROM finding WHERE jurisdiction_id = ?');
  }

  /** The findings of a jurisdiction that report a corrected figure. */
  correctedFigures(jurisdictionId: number): Finding[] {
    return this.correctedOf.all(jurisdictionId).map(withFacts);
  }

  /**
   * Replaces the findings of one report, series (by jurisdiction) or state (by code). A finding that was stored before
   * keeps the run that first found it. Returns the new findings, and how many rows differed.
   */
  replace(
    scope: FindingScope,
    subject: number | string,
    state: string,
    runId: number,
    findings: readonly Finding[],
  ): { added: Finding[]; differing: number } {
    const given = new Map<string, { item: Finding; row: Values }>();
    for (const item of findings) {
      const row = encode(item, scope, state, runId);
      given.set(this.differ.identityOf(row), { item, row });
    }
    const added = new Set<Values>();
    const stored = this.ofSubject[scope].all(subject);
    const rows = [...given.values()].map(({ row }) => row);
    const differing = this.differ.replace(stored, rows, (before, now) => {
      if (before && now) Object.assign(now, { id: before.id, run_id: before.run_id });
      else if (now) added.add(now);
    });
    return {
      added: [...given.values()].flatMap(({ item, row }) => (added.has(row) ? [item] : [])),
      differing,
    };
  }

  /** Removes all findings of a jurisdiction. */
  removeJurisdiction(id: number): void {
    this.removeOfJurisdiction.run(id);
  }
}

function encode(item: Finding, scope: FindingScope, state: string, runId: number): Values {
  const { reportId, jurisdictionId, month, severity, code, sheet, row, column } = item;
  return {
    ...{ id: null, run_id: runId, scope, state, report_id: reportId, jurisdiction_id: jurisdictionId },
    ...{ allocation_period: month && firstDay(month), severity, code, facts: factsText(item) },
    ...{ sheet, row, column },
  };
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
