import { type Finding, type FindingCode, findingMessage } from '../../src/domain/findings/finding.ts';

/** The message of a finding that may not be there. */
export function optionalMessage(item: Pick<Finding, 'code' | 'facts'> | undefined): string | undefined {
  return item && findingMessage(item);
}

/** The message of a finding as its table has it. */
export function storedMessage({ code, facts }: Record<string, unknown>): string {
  return findingMessage({ code: String(code) as FindingCode, facts: JSON.parse(String(facts)) });
}
