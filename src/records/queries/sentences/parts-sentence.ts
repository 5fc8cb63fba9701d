import type { Measured } from '../../../derive/figure.ts';
import { UNIT_SCALES } from '../../../domain/allocation.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { inWords } from '../../../domain/text/wording.ts';
import type { PartRow } from '../../descriptions/parts.ts';
import type { Sentence } from '../../descriptions/sentence.ts';
import { UNEXPLAINED } from '../parts.ts';

/** A part of a payment with its sign, and the same a year before. Amounts are in cents. */
export type PartOfPayment = { part: PartRow['part']; amount: Pick<Measured, 'value' | 'ago'> };

/** So many parts are named at most. */
const NAMED = 2;

/** Which parts made at least half of a rise or fall. Nothing if no two parts did. */
export function partsSentence(
  parts: readonly PartOfPayment[],
  { value, ago, doubtful }: Measured,
): Sentence[] {
  if (value === null || ago === null || parts.length < 2) return [];
  const whole = value - ago;
  const alike = parts
    .flatMap(({ part, amount: { value: now, ago: before } }) => {
      if (now === null || before === null || part === UNEXPLAINED) return [];
      return [{ part, by: now - before, isTaken: Math.max(now, before) <= 0 }];
    })
    .filter(({ by }) => by * whole > 0)
    .sort((one, other) => Math.abs(other.by) - Math.abs(one.by))
    .slice(0, NAMED);
  const sumOf = (named: typeof alike) => named.reduce((sum, { by }) => sum + by, 0);
  const named = [alike.slice(0, 1), alike].find((some) => Math.abs(2 * sumOf(some)) >= Math.abs(whole));
  if (!named || named.length === 0) return [];
  const texts = named.map(({ part, by, isTaken }) => `${inWords(part)} ${isTaken ? taken(by) : brought(by)}`);
  return [{ topic: 'parts', text: `${texts.join(', and ')}.`, caution: doubtful > 0 ? 'doubtful' : null }];
}

function brought(cents: number): string {
  return `brought ${dollars(cents)} ${cents > 0 ? 'more' : 'less'}`;
}

/** Of a part that the state takes away from the payment. */
function taken(cents: number): string {
  return `took away ${dollars(cents)} ${cents > 0 ? 'less' : 'more'}`;
}

function dollars(cents: number): string {
  return roundedDollars(Math.abs(cents) / UNIT_SCALES.amount);
}
