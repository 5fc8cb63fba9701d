import type { ComparedFigures } from '../../../derive/analysis.ts';
import { UNEXPLAINED } from '../../../derive/place/payment-parts.ts';
import { UNIT_SCALES } from '../../../domain/allocation.ts';
import { briefDollars } from '../../../domain/text/rounded.ts';
import { inWords } from '../../../domain/text/wording.ts';
import type { Doubted } from '../../descriptions/compared/compared-figures.ts';
import type { MonthPart } from '../../descriptions/place/part.ts';
import type { Sentence } from '../../descriptions/place/sentence.ts';

/** A part of a payment with its sign, and the same a year before. Amounts are in cents. */
export type PartOfPayment = Pick<MonthPart, 'part' | 'amount' | 'yearAgo'>;

/** So many parts are named at most. */
const NAMED = 2;

/** Which parts made at least half of a rise or fall, and what all others did. Nothing if no two parts did. */
export function partsSentence(
  parts: readonly PartOfPayment[],
  { payment: { value, yearAgo }, doubtful }: ComparedFigures & Doubted,
): Sentence[] {
  if (value === null || yearAgo === null || parts.length < 2) return [];
  const whole = value - yearAgo;
  const alike = parts
    .flatMap(({ part, amount, yearAgo: before }) => {
      if (amount === null || before === null || part === UNEXPLAINED) return [];
      return [{ part, by: amount - before, isTaken: Math.max(amount, before) <= 0 }];
    })
    .filter(({ by }) => by * whole > 0)
    .sort((one, other) => Math.abs(other.by) - Math.abs(one.by))
    .slice(0, NAMED);
  const sumOf = (named: typeof alike) => named.reduce((sum, { by }) => sum + by, 0);
  const named = [alike.slice(0, 1), alike].find((some) => Math.abs(2 * sumOf(some)) >= Math.abs(whole));
  if (!named || named.length === 0) return [];
  const others = whole - sumOf(named);
  const texts = [
    ...named.map(({ part, by, isTaken }) => `${inWords(part)} ${isTaken ? taken(by) : brought(by)}`),
    ...(others === 0 ? [] : [`all others ${brought(others)}`]),
  ];
  const text = `${[...texts.slice(0, -1), ''].join(', ')}${texts.length > 1 ? 'and ' : ''}${texts.at(-1)}.`;
  return [{ topic: 'parts', text, caution: doubtful.payment > 0 ? 'doubtful' : null }];
}

function brought(cents: number): string {
  return `brought ${dollars(cents)} ${cents > 0 ? 'more' : 'less'}`;
}

/** Of a part that the state takes away from the payment. */
function taken(cents: number): string {
  return `took away ${dollars(cents)} ${cents > 0 ? 'less' : 'more'}`;
}

function dollars(cents: number): string {
  return briefDollars(Math.abs(cents) / UNIT_SCALES.amount);
}
