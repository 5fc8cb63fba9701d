import type { Figures } from '../../domain/allocation.ts';
import { addFigures, type Figure } from '../../domain/money.ts';
import type { StoredRow } from '../../domain/report.ts';
import { groupOf, TAX_GROUPS, type TaxGroup } from './taxes.ts';

/** The sum of all taxes of a row, and the sum of each group; `null` if the government receives none of its taxes. */
export function figuresOf({ figures, lines = [] }: StoredRow): Figures {
  const { net_payment = null } = figures;
  const amounts = new Map<TaxGroup, Figure[]>();
  for (const { labels, figures: ofTax } of lines) {
    const group = groupOf(labels.tax ?? '');
    const amount = ofTax.net_payment;
    if (amount !== undefined) amounts.set(group, [...(amounts.get(group) ?? []), amount]);
  }
  const groups = TAX_GROUPS.map((group): [TaxGroup, Figure | null] => {
    const ofGroup = amounts.get(group);
    if (!ofGroup) return [group, null];
    // a correction of the payment of a single group corrects the group
    return [group, amounts.size === 1 ? net_payment : addFigures(ofGroup)];
  });
  return { net_payment, ...Object.fromEntries(groups) };
}
