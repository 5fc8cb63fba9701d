import { namesTaxChange } from '../../../records/descriptions/compared/tax-changes.ts';
import { countOf } from '../../words/figures.ts';

interface UnknownTaxesProps {
  lines: readonly { change: number | null; comparable_change: number | null; tax_changes: string | null }[];
}

/** Tells rows without a change of tax from those whose tax is not known: neither has a comparable change beside it. */
export function UnknownTaxes({ lines }: UnknownTaxesProps) {
  const unknown = lines.filter(
    ({ change, comparable_change: comparable, tax_changes: reason }) =>
      change !== null && comparable === null && reason !== null && !namesTaxChange(reason),
  ).length;
  if (unknown === 0) return null;
  const which = unknown === lines.length ? 'all places' : countOf(unknown, 'place');
  return (
    <span class="hint unknown-taxes">
      Where the tax changed, the comparable change stands beside the change. The tax of {which} is not known.
    </span>
  );
}
