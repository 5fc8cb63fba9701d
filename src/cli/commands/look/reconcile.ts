import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { monthOfDate } from '../../../domain/month.ts';
import { reconcile } from '../../../pipeline/comparison-sheets/reconciliation.ts';
import type { AskedOf } from '../../../records/description.ts';
import { reconciliationRecord } from '../../../records/descriptions/reconciliation.ts';
import { WrongFilter } from '../../../records/filters/wrong-filter.ts';
import { foundRows, listOf } from '../../../records/list.ts';
import { STATES, stateOf } from '../../../states/index.ts';
import { type DatasetView, perContentAndKey } from '../../../store/query/view.ts';
import { formatReconciliation, shareOf } from '../../output/reconciliation.ts';
import { recordCommand, withOwnText } from './records.ts';

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

const TEXT = withOwnText(reconciliations, ({ view, asked }) => {
  const found = reconciled(view, asked);
  return found.agreements.length === 0 ? adviceOf(asked) : formatReconciliation(found, asked.state);
});

/** `allocations reconcile`: compares the dataset with the figures that a state's comparison sheets repeat. */
export function reconcileCommand(config: Config): Command {
  return recordCommand(reconciliations, config, { text: TEXT });
}

/** The text and the list are made of the same comparison. */
const reconciled = perContentAndKey(
  (view: DatasetView, { state, allocation_period: period }: Asked) => {
    sheetsOf(state);
    return reconcile(view.dataset, stateOf(state), period?.from ? monthOfDate(period.from) : null);
  },
  ({ state, allocation_period: period }) => `${state} ${period?.from}`,
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
