import { formatCount, formatGrouped } from '../../domain/money.ts';
import { plural, rowListOf, rowOf } from '../../domain/text/wording.ts';
import type {
  Agreement,
  FoundDifference,
  Reconciliation,
} from '../../pipeline/comparison-sheets/reconciliation.ts';
import { formatTable, MOST_PRINTED } from './print.ts';

/** Decimals of a share in percent. */
const SHARE_DECIMALS = 2;

/** The share of the compared figures that agree, as a fraction. */
export function shareOf({ compared, agreeing }: Pick<Agreement, 'compared' | 'agreeing'>): number {
  return agreeing / compared;
}

/** The reconciliation for people. */
export function formatReconciliation(found: Reconciliation, state: string): string {
  const { agreements, differences } = found;
  const shares = agreements.map((agreement) => [
    agreement.kind,
    agreement.figure,
    formatCount(agreement.compared),
    formatCount(agreement.compared - agreement.agreeing),
    shareText(agreement),
  ]);
  const shown = differences.slice(0, MOST_PRINTED);
  const more = differences.length - shown.length;
  const parts = [
    formatTable(['kind', 'figure', 'compared', 'differ', 'agree'], shares, ['compared', 'differ', 'agree']),
    differences.length === 0 ? 'No figure differs.' : formatDifferences(shown),
    more > 0 && `${plural(more, 'earlier difference')} not shown. --format csv lists all.`,
    formatAbsences(found, state),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Cut off, so that 100 % means that all agree. */
function shareText({ compared, agreeing }: Agreement): string {
  const scale = 10 ** SHARE_DECIMALS;
  return `${formatGrouped(Math.floor((agreeing * 100 * scale) / compared), SHARE_DECIMALS)} %`;
}

function formatDifferences(differences: readonly FoundDifference[]): string {
  const head = ['month', 'jurisdiction', 'figure', 'sheet', 'dataset', 'sheet row', 'dataset row'];
  const rows = differences.map(({ month, jurisdiction, figure, unit, printed, ours, ...from }) => [
    month,
    `${jurisdiction.sales_tax_id} ${jurisdiction.name}`,
    figure,
    figureText(printed, unit),
    figureText(ours, unit),
    `${from.listedIn.fileName} ${rowListOf(from.listed)}`,
    rowOf(from.sourceIn.fileName, from.source),
  ]);
  return formatTable(head, rows, ['sheet', 'dataset']);
}

function figureText(value: number, unit: FoundDifference['unit']): string {
  if (unit === 'amount') return formatGrouped(value, 2);
  return `${formatGrouped(value, 6).replace(/0{1,4}$/, '')} %`;
}

function formatAbsences({ unmatched, unlisted, unpaid }: Reconciliation, state: string): string {
  const lines = [
    unmatched > 0 &&
      `${plural(unmatched, 'listed name')} without a jurisdiction, not checked: allocations findings --state ${state} --code summary-name`,
    unlisted + unpaid > 0 &&
      `In one of the two alone: ${plural(unlisted, 'payment')} of the dataset, ${plural(unpaid, 'payment')} of the comparison sheets: allocations findings --state ${state} --code summary-jurisdictions`,
  ];
  return lines.filter(Boolean).join('\n');
}
