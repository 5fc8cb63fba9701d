import {
  describeFinding,
  FINDING_SEVERITY,
  type FindingCode,
  type Severity,
} from '../../../src/domain/findings/finding.ts';
import { EXAMPLE_FACTS } from './examples.ts';
import { MEANINGS } from './meanings.ts';

/** One code as the documentation shows it. */
export interface CodeReference {
  code: FindingCode;
  severity: Severity;
  /** What the code means, in one or two sentences. */
  meaning: string;
  /** The text of a finding with invented facts. */
  example: string;
  /** What to do in that example; empty if there is nothing to do. */
  advice: string;
}

/** Lists every finding code for the documentation: errors, then warnings, then infos. */
export function listFindingCodes(): CodeReference[] {
  return [...FINDING_SEVERITY].map(([code, severity]) => {
    const { text, advice } = describeFinding({ code, facts: EXAMPLE_FACTS[code][0] });
    return { code, severity, meaning: MEANINGS[code], example: text, advice };
  });
}
