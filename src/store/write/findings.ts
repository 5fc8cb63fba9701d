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
import { findingTable } from '../schema.ts';
import { prepareInsert, type SqlValue } from '../statements.ts';

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
export function monthFinding<Code extends FindingCode>(
  code: Code,
  facts: Facts<Code>,
  month: Month,
  reportId: number | null,
): PlacedFinding {
  return { ...finding(code, facts), reportId, jurisdictionId: null, month };
}

/** A finding as the table has it: its facts are JSON. */
type Stored<Item> = Omit<Item, 'facts'> & { facts: string };

type StoredFinding = PlacedFinding & { id: number };

/** A finding with the run that first found it. */
export type DatedFinding = PlacedFinding & { runId: number };

const COLUMNS = `severity, code, facts, report_id AS reportId, jurisdiction_id AS jurisdictionId,
    substr(allocation_period, 1, 7) AS month, sheet, "row", "column"`;

/** Reads and writes findings. */
export function openFindings({ sqlite, ...rest }: Dataset) {
  const insert = prepareInsert({ sqlite, ...rest }, findingTable);
  const columns = `id, ${COLUMNS}`;
  const select = {
    report: sqlite.prepare<[number | string], Stored<StoredFinding>>(
      `SELECT ${columns} FROM finding WHERE report_id = ? AND scope = 'report'`,
    ),
    series: sqlite.prepare<[number | string], Stored<StoredFinding>>(
      `SELECT ${columns} FROM finding WHERE jurisdiction_id = ? AND scope = 'series'`,
    ),
    state: sqlite.prepare<[number | string], Stored<StoredFinding>>(
      `SELECT ${columns} FROM finding WHERE scope = 'state' AND state = ?`,
    ),
  };
  const remove = sqlite.prepare('DELETE FROM finding WHERE id = ?');
  const update = sqlite.prepare(
    'UPDATE finding SET report_id = ?, sheet = ?, "row" = ?, facts = ? WHERE id = ?',
  );
  const corrected = sqlite
    .prepare<[string], number>(
      "SELECT DISTINCT jurisdiction_id FROM finding WHERE scope = 'series' AND state = ? AND code IN ('figure-corrected', 'correction-misfit')",
    )
    .pluck();
  const correctedFigures = sqlite.prepare<[number], Stored<PlacedFinding>>(
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
      const stored = select[scope].all(subject).map(withFacts);
      const earlier = stored.some(isEarlier) ? keysBySubject(scope, given) : new Map<string, string[]>();
      for (const item of stored) {
        const key = isEarlier(item)
          ? (earlier.get(subjectKey(scope, item))?.shift() ?? '')
          : findingKey(scope, item);
        const still = given.get(key);
        if (still && !known.has(key)) {
          known.add(key);
          if (placeOf(still) === placeOf(item) && !isEarlier(item)) continue;
          update.run(still.reportId, still.sheet, still.row, factsText(still), item.id);
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
      select[scope].all(subject).map(({ id: _, ...item }) => withFacts(item)),

    /** Whether any came, went or shows in another place by now. */
    hasChanged: (): boolean => hasChanged,

    /** The jurisdictions of a state of which a figure was corrected, or was to be. */
    correctedJurisdictions: (state: string): number[] => corrected.all(state),

    /** The figures of a jurisdiction that the register of corrections gave, each as the finding that says so. */
    correctedFigures: (jurisdictionId: number): PlacedFinding[] =>
      correctedFigures.all(jurisdictionId).map(withFacts),

    /** Removes all that is said of a jurisdiction. */
    removeJurisdiction(id: number): void {
      removeOfJurisdiction.run(id);
    },
  };
}

export type Findings = ReturnType<typeof openFindings>;

function encode(item: PlacedFinding, scope: FindingScope, state: string, runId: number): SqlValue[] {
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
  return `${subjectKey(scope, item)} ${factsText(item)}`;
}

/** What a finding is about, without its facts. */
export function subjectKey(scope: FindingScope, item: PlacedFinding): string {
  const { code, month, jurisdictionId, column } = item;
  return JSON.stringify([code, month, jurisdictionId, column, scope === 'state' || placeOf(item)]);
}

/** The keys of findings by what they are about. */
export function keysBySubject(
  scope: FindingScope,
  findings: ReadonlyMap<string, PlacedFinding>,
): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const [key, item] of findings) {
    const subject = subjectKey(scope, item);
    keys.set(subject, [...(keys.get(subject) ?? []), key]);
  }
  return keys;
}

/** Whether a finding was stored before findings had facts: it is known by what it is about alone. */
export function isEarlier({ facts }: Pick<Finding, 'facts'>): boolean {
  return 'earlierText' in facts;
}

/** Facts as they are stored: JSON with the names in order, so that equal facts are equal texts. */
export function factsText({ facts }: Pick<Finding, 'facts'>): string {
  return JSON.stringify(facts, (_, value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b))) : value,
  );
}

/** A finding as it was before it was stored. */
export function withFacts<Item extends { facts: string }>(
  item: Item,
): Omit<Item, 'facts'> & Pick<Finding, 'facts'> {
  const facts = parseJson(item.facts);
  // text that no version stored, which verify tells of
  return { ...item, facts: (isRecord(facts) ? facts : { unreadable: item.facts }) as Finding['facts'] };
}

/** What is said of states as a whole, by these codes, and was first found by runs after `run`; in order of month. */
export function listStateFindings(
  { sqlite }: Dataset,
  run: number,
  codes: readonly FindingCode[],
): DatedFinding[] {
  return sqlite
    .prepare<[number], Stored<DatedFinding>>(
      `SELECT run_id AS runId, ${COLUMNS} FROM finding WHERE scope = 'state' AND run_id > ?
       ORDER BY allocation_period, state, id`,
    )
    .all(run)
    .map(withFacts)
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
