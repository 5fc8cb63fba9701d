import { type Cents, formatCount, formatGrouped, formatMoney } from '../money.ts';
import { shortHash } from '../text/sha256.ts';
import { stretch } from '../text/wording.ts';
import { warning } from './entry.ts';

const money = (cents: number) => formatMoney(cents as Cents);

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
  return `${kind} ${period} has ${percent(before - now, before)} fewer rows than ${earlier}`;
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
  return `${state} ${month} comes to ${money(total)}, ${change} ${total > before ? 'more' : 'less'} than ${earlier}`;
}

/** Findings about the months of a state as a whole. */
export const STATE_FINDINGS = {
  'missing-report': warning<{ kind: string; first: string; last: string }>(
    ({ kind, first, last }) =>
      `no ${kind} report has ${stretch(first, last)}, though earlier and later ones are there`,
    'find and ingest it',
  ),
  'fewer-rows': warning<FewerRows>(
    (facts) =>
      `${fewerRows(facts)} (${formatCount(facts.before)} jurisdictions before, ${formatCount(facts.now)} now)`,
    'they are loaded; look whether the report is whole, and ask the state where it is',
    fewerRows,
  ),
  'total-jump': warning<TotalJump>(
    (facts) => `${totalJump(facts)} (${money(facts.before)})`,
    'it is loaded; compare both months with what the state published',
    totalJump,
  ),
  'repeated-total': warning<{ state: string; month: string; total: number; earlier: string }>(
    ({ state, month, total, earlier }) =>
      `${state} ${month} comes to ${money(total)} to the cent, as ${earlier} does`,
    'one of the two may have the figures of the other: compare both with what the state published',
  ),
  'month-restated': warning<{
    state: string;
    month: string;
    changed: number;
    datapoints: number;
    sha256: string;
  }>(
    ({ state, month, changed, datapoints }) =>
      `${state} ${month}: ${formatCount(changed)} of ${formatCount(datapoints)} net payments are others than before`,
    ({ sha256 }) =>
      `compare them with what the state published, and where this file is of another month, take it out: allocations withdraw ${shortHash(sha256)} --reason "of another month"`,
  ),
};
