import type { Figures } from '../../domain/allocation.ts';
import { addFigures, type Figure } from '../../domain/money.ts';
import type { StoredRow } from '../../domain/report.ts';
import { type Datapoint, type MergedSeries, type RowsByKind, rowsOf } from '../state.ts';
import { disbursements } from './disbursements.ts';
import { groupOf, TAX_GROUPS, type TaxGroup } from './taxes.ts';

/** Makes a datapoint of each row: the sum of its taxes, and the sum of each group. */
export function mergeIllinois(rows: RowsByKind): MergedSeries {
  const datapoints = rowsOf(rows, disbursements).map(
    (row): Datapoint => ({
      month: row.month,
      figures: figuresOf(row),
      sources: new Map([[disbursements.name, row]]),
    }),
  );
  return { datapoints, remarks: [] };
}

/** A group is `null` if the government receives none of its taxes. */
function figuresOf({ figures: { net_payment }, lines = [] }: StoredRow<'net_payment'>): Figures {
  const amounts = new Map<TaxGroup, Figure[]>();
  for (const { labels, figures } of lines) {
    const group = groupOf(labels.tax ?? '');
    const amount = figures.net_payment;
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
