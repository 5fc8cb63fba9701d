import type { Line } from '../../../client/generated/types.gen.ts';
import { countOf } from '../../words/figures.ts';

/** Tells rows without a change of tax from those whose tax is not known: neither has a comparable change beside it. */
export function UnknownTaxes({ lines }: { lines: readonly Pick<Line, 'sum'>[] }) {
  const unknown = lines.filter(({ sum }) => sum.reasons.some(({ code }) => code === 'tax-unknown'));
  if (unknown.length === 0) return null;
  const which = unknown.length === lines.length ? 'all places' : countOf(unknown.length, 'place');
  const texts = unknown.flatMap(({ sum }) => sum.reasons.filter(({ code }) => code === 'tax-unknown'));
  // it names the months, and the sheets to load
  const why = texts.find(({ text }) => text.includes(': '))?.text;
  return (
    <span class="hint unknown-taxes">
      Where the tax changed, the comparable change stands beside the change. The tax of {which} is not known
      {why && `: ${why}`}.
    </span>
  );
}
