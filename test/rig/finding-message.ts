import { type Finding, type FindingCode, findingMessage } from '../../src/domain/findings/finding.ts';

/** Returns the message of a finding, or `undefined` without one. */
export function optionalMessage(item: Pick<Finding, 'code' | 'facts'> | undefined): string | undefined {
  return item && findingMessage(item);
}

/** Returns the message of a finding, given as a row of its table. */
export function storedMessage({ code, facts }: Record<string, unknown>): string {
  return findingMessage({ code: String(code) as FindingCode, facts: JSON.parse(String(facts)) });
}
