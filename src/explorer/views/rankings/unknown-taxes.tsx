import type { Line } from '../../../client/generated/types.gen.ts';
import { countOf } from '../../words/figures.ts';

/** Tells rows without a change of tax from those whose tax is not known: neither has a comparable change beside it. */
export function UnknownTaxes({ lines }: { lines: readonly Pick<Line, 'sum'>[] }) {
  const unknown = lines.filter(({ sum }) => sum.reasons.some(({ code }) => code === 'tax-unknown'));
  const [first] = unknown;
  if (!first) return null;
  const which = unknown.length === lines.length ? 'all places' : countOf(unknown.length, 'place');
  const why = first.sum.reasons.find(({ code }) => code === 'tax-unknown')?.text;
  return (
    <span class="hint unknown-taxes">
      Where the tax changed, the comparable change stands beside the change. The tax of {which} is not known:{' '}
      {why}.
    </span>
  );
}
