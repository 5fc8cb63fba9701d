import type { Facts } from '../../domain/findings/finding.ts';
import { toSentence } from '../../domain/text/wording.ts';

/** The facts about a cell that does not hold what its column needs. `hint` says what to do about it. */
export function cellFault(
  text: string,
  expects: string,
  hint: string | null = null,
): Facts<'unreadable-cell'> {
  return {
    what: text === '' ? 'The cell is blank.' : `"${text.slice(0, 200)}" cannot be read.`,
    expects,
    advice: hint === null ? 'Fix the cell, then run ingest again.' : toSentence(hint),
  };
}
