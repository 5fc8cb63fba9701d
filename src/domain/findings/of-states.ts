import { formatCount, formatGrouped, formatMoney } from '../money.ts';
import { shortHash } from '../text/sha256.ts';
import { stretch } from '../text/wording.ts';
import { warning } from './entry.ts';

/** A part in percent, to a tenth. */
function percent(part: number, whole: number): string {
  return `${formatGrouped(Math.round((part / whole) * 1000), 1)} %`;
}

interface FewerRows {
  kind: string;
  period: string;
  earlier: string;
  before: number;
  now: number;
}

function fewerRows({ kind, period, earlier, before, now }: FewerRows): string {
  return `${kind} ${period} has ${percent(before - now, before)} fewer jurisdictions than ${earlier}`;
}

interface TotalJump {
  state: string;
  month: string;
  total: number;
  earlier: string;
  before: number;
}

function totalJump({ state, month, total, earlier, before }: TotalJump): string {
  const change = percent(Math.abs(total - before), Math.abs(before));
  return `Net payments of ${state} ${month} add up to ${formatMoney(total)}, ${change} ${total > before ? 'more' : 'less'} than in ${earlier}`;
}

/** Findings about the months of a state as a whole. */
export const STATE_FINDINGS = {
  'missing-report': warning<{ kind: string; first: string; last: string }>(
    ({ kind, first, last }) =>
      `No ${kind} report has ${stretch(first, last)}, but earlier and later reports are loaded.`,
    ({ first, last }) =>
      first === last ? 'Find the report and run ingest.' : 'Find the reports and run ingest.',
  ),
  'fewer-rows': warning<FewerRows>(
    (facts) => `${fewerRows(facts)} (${formatCount(facts.now)} instead of ${formatCount(facts.before)}).`,
    'Check that the report is complete. If rows are missing, ask the state for them.',
    fewerRows,
  ),
  'total-jump': warning<TotalJump>(
    (facts) => `${totalJump(facts)} (${formatMoney(facts.before)}).`,
    'Compare both months with what the state published.',
    totalJump,
  ),
  'repeated-total': warning<{ state: string; month: string; total: number; earlier: string }>(
    ({ state, month, total, earlier }) =>
      `Net payments of ${state} ${month} add up to ${formatMoney(total)}, exactly as in ${earlier}.`,
    'One month may have the figures of the other. Compare both with what the state published.',
  ),
  'month-restated': warning<{
    state: string;
    month: string;
    changed: number;
    datapoints: number;
    /** The state's headline field. */
    field: string;
    sha256: string;
  }>(
    ({ state, month, changed, datapoints, field }) =>
      `${formatCount(changed)} of ${formatCount(datapoints)} figures of ${field} of ${state} ${month} changed.`,
    ({ sha256 }) =>
      `Compare them with what the state published. If this file belongs to another month, withdraw it: allocations withdraw ${shortHash(sha256)} --reason "wrong month"`,
  ),
};
