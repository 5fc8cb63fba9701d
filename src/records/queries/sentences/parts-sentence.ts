import type { Measured } from '../../../derive/figure.ts';
import { UNIT_SCALES } from '../../../domain/allocation.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { inWords } from '../../../domain/text/wording.ts';
import type { PartRow } from '../../descriptions/parts.ts';
import type { Sentence } from '../../descriptions/sentence.ts';
import { UNEXPLAINED } from '../parts.ts';

/** A part of a payment with its sign, and the same a year before. Amounts are in cents. */
export type PartOfPayment = Pick<PartRow, 'part' | 'meaning'> & { amount: Pick<Measured, 'value' | 'ago'> };

/** So many parts are named at most. */
const NAMED = 2;

/**
 * Which parts made at least half of a rise or fall. Nothing if no two parts did. Of a group, the part that moved most, if
 * it moved more than what no known part explains.
 */
export function partsSentence(
  parts: readonly PartOfPayment[],
  { value, ago, doubtful }: Measured,
  isGroup = false,
): Sentence[] {
  if (value === null || ago === null || parts.length < 2) return [];
  const whole = value - ago;
  const known = parts.flatMap(({ part, meaning, amount: { value: now, ago: before } }) => {
    if (now === null || before === null || part === UNEXPLAINED) return [];
    return [{ part, meaning, by: now - before, isTaken: Math.max(now, before) <= 0 }];
  });
  const alike = known
    .filter(({ by }) => by * whole > 0)
    .sort((one, other) => Math.abs(other.by) - Math.abs(one.by))
    .slice(0, NAMED);
  const sumOf = (named: typeof known) => named.reduce((sum, { by }) => sum + by, 0);
  const unknown = Math.abs(whole - sumOf(known));
  const half = [alike.slice(0, 1), alike].find((some) => Math.abs(2 * sumOf(some)) >= Math.abs(whole));
  const most = alike.slice(0, 1).filter(({ by }) => Math.abs(by) > unknown);
  const named = isGroup ? most : (half ?? []);
  if (named.length === 0) return [];
  const texts = named.map(({ part, meaning, by, isTaken }) => {
    const name = `${inWords(part)}${/\d/.test(part) && !isGroup ? ` (${inShort(meaning)})` : ''}`;
    return isTaken ? `${name} took away ${moreOrLess(-by)}` : `${name} brought ${moreOrLess(by)}`;
  });
  return [{ topic: 'parts', text: `${texts.join(', and ')}.`, caution: doubtful > 0 ? 'doubtful' : null }];
}

/** `the county's local tax of 1%`: the name of a law says nothing to most. */
function inShort(meaning: string): string {
  return `${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`.replace(/,.*/, '');
}

/** `$1.23 million more`. */
export function moreOrLess(cents: number): string {
  return `${roundedDollars(Math.abs(cents) / UNIT_SCALES.amount)} ${cents > 0 ? 'more' : 'less'}`;
}
