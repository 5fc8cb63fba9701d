import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { formatCount, formatGrouped } from '../../../domain/money.ts';
import { monthOfDate } from '../../../domain/month.ts';
import { perContentAndKey } from '../../../domain/reading/once.ts';
import { fieldInWords, plural } from '../../../domain/text/wording.ts';
import { type Agreement, type Reconciliation, reconcile } from '../../../pipeline/sheets/reconciliation.ts';
import type { AskedOf } from '../../../records/description.ts';
import { reconciliationRecord } from '../../../records/descriptions/reconciliation.ts';
import { WrongFilter } from '../../../records/filters/wrong-filter.ts';
import { foundRows, listOf } from '../../../records/list.ts';
import { kindOf, STATES, stateOf } from '../../../states/index.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { formatTable, MOST_PRINTED } from '../../output/print.ts';
import { formatRecords } from '../../output/records.ts';
import { recordCommand } from './records.ts';

type Asked = AskedOf<typeof reconciliationRecord>;

const reconciliations = listOf(reconciliationRecord, {
  find: (view, asked, window) => {
    const { differences, agreements, unmatched, unlisted, unpaid } = reconciled(view, asked);
    return {
      ...foundRows(differences, window),
      meta: {
        ...{ unmatched_names: unmatched, unlisted, unpaid },
        figures: agreements.map((agreement) => ({ ...agreement, share: shareOf(agreement) })),
      },
      // an empty list of differences must not look like agreement
      ...(agreements.length === 0 && { warning: adviceOf(asked) }),
    };
  },
});

const textOf = ({ view, asked }: { view: DatasetView; asked: Asked }): string => {
  const found = reconciled(view, asked);
  if (found.agreements.length === 0) return adviceOf(asked);
  const { length: total } = found.differences;
  const shown = found.differences.slice(0, MOST_PRINTED);
  const differences =
    total === 0 ? 'No figure differs.' : formatRecords(reconciliationRecord, shown, { total });
  return formatReconciliation(found, differences, asked.state);
};

/** `allocations reconcile`: compares the dataset with the figures that a state's comparison sheets repeat. */
export function reconcileCommand(config: Config): Command {
  return recordCommand(reconciliations, config, textOf);
}

const BYTES_OF_DIFFERENCE = 500;

/** The text and the list are made of the same comparison. */
const reconciled = perContentAndKey(
  (view: DatasetView, { state, allocation_period: period }: Asked) => {
    sheetsOf(state);
    return reconcile(view.dataset, stateOf(state), period?.from ? monthOfDate(period.from) : null);
  },
  ({ state, allocation_period: period }) => `${state} ${period?.from}`,
  ({ differences }) => differences.length * BYTES_OF_DIFFERENCE,
);

/** The kinds of a state's comparison sheets. Throws a `WrongFilter` if it has none. */
function sheetsOf(code: string): readonly string[] {
  const { name, comparisonSheets } = stateOf(code);
  if (comparisonSheets.length > 0) return comparisonSheets.map((kind) => kind.name);
  const others = STATES.filter((state) => state.comparisonSheets.length > 0).map((state) => state.code);
  throw new WrongFilter('state', [`${name} has no comparison sheets. Give ${others.join(' or ')}.`]);
}

function adviceOf({ state, allocation_period: period }: Asked): string {
  const month = period?.from ? ` in ${monthOfDate(period.from)}` : '';
  return `Nothing to compare${month}. Load reports of the kind ${sheetsOf(state).join(' or ')}, and the payments of the same months.`;
}

/** Decimals of a share in percent. */
const SHARE_DECIMALS = 2;

/** The share of the compared figures that agree, as a fraction. */
function shareOf({ compared, agreeing }: Pick<Agreement, 'compared' | 'agreeing'>): number {
  return agreeing / compared;
}

function formatReconciliation(found: Reconciliation, differences: string, state: string): string {
  const shares = found.agreements.map((agreement) => [
    kindOf(agreement.kind).title,
    fieldInWords(agreement.figure),
    formatCount(agreement.compared),
    formatCount(agreement.compared - agreement.agreeing),
    shareText(agreement),
  ]);
  const parts = [
    formatTable(['comparison sheet', 'figure', 'compared', 'differ', 'agree'], shares, [
      'compared',
      'differ',
      'agree',
    ]),
    differences,
    formatAbsences(found, state),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Cut off, so that 100% means that all agree. */
function shareText({ compared, agreeing }: Agreement): string {
  const scale = 10 ** SHARE_DECIMALS;
  return `${formatGrouped(Math.floor((agreeing * 100 * scale) / compared), SHARE_DECIMALS)}%`;
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
