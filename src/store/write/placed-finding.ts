import { type Facts, type Finding, type FindingCode, finding } from '../../domain/findings/finding.ts';
import type { Month } from '../../domain/month.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { isRecord, parseJson } from '../../domain/text/json.ts';

/**
 * What a finding is about: the content of one report, the series of one jurisdiction, or a state as a whole. A run
 * replaces all findings of a subject together, so the table describes the present dataset.
 */
export type FindingScope = 'report' | 'series' | 'state';

/** A finding with its report, jurisdiction and month. */
export interface PlacedFinding extends Finding {
  reportId: number | null;
  jurisdictionId: number | null;
  month: Month | null;
}

/** A finding about a month of a state, and the report that shows it. */
export function monthFinding<Code extends FindingCode>(
  code: Code,
  facts: Facts<Code>,
  month: Month,
  reportId: number | null,
): PlacedFinding {
  return { ...finding(code, facts), reportId, jurisdictionId: null, month };
}

/** The findings of a scope by their identity, without duplicates. */
export function byKey(scope: FindingScope, findings: readonly PlacedFinding[]): Map<string, PlacedFinding> {
  return new Map(findings.map((item) => [findingKey(scope, item), item]));
}

/** The place of a finding as a key. */
export function placeOf({ reportId, sheet, row }: PlacedFinding): string {
  return JSON.stringify([reportId, sheet, row]);
}

/** The identity of a finding. Findings of a state keep it if a later report shows them. */
export function findingKey(scope: FindingScope, item: PlacedFinding): string {
  const { code, month, jurisdictionId, column } = item;
  const subject = JSON.stringify([code, month, jurisdictionId, column, scope === 'state' || placeOf(item)]);
  return `${subject} ${factsText(item)}`;
}

/** Facts as stored: JSON with sorted names, so that equal facts are equal texts. */
export function factsText({ facts }: Pick<Finding, 'facts'>): string {
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
