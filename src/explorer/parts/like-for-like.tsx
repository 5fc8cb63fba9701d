import { toSentence } from '../../domain/text/wording.ts';
import type { FigureOfRecord } from '../figures.ts';
import { countOf } from '../words/figures.ts';

/** Says what the sum of a group lacks, and what its change compares. */
export function LikeForLike({ sum }: { sum: FigureOfRecord }) {
  const { missing, reasons } = sum;
  const leftOut = reasons.filter(({ code }) => code === 'left-out');
  const texts = [missing > 0 && `${areMissing(missing)}.`, ...leftOut.map(({ text }) => toSentence(text))];
  return texts.some(Boolean) ? <p class="hint">{texts.filter(Boolean).join(' ')}</p> : null;
}

/** `1 payment is missing`, `2 payments are missing`. */
export function areMissing(payments: number): string {
  return `${countOf(payments, 'payment')} ${payments === 1 ? 'is' : 'are'} missing`;
}
