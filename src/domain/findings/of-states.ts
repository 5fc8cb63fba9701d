import { formatCount, formatGrouped, formatMoney } from '../money.ts';
import { shortHash } from '../text/short-hash.ts';
import { fieldInWords, periodInWords, periodsInWords } from '../text/wording.ts';
import { info, warning } from './entry.ts';

/** A part in percent, to a tenth. */
function percent(part: number, whole: number): string {
  return `${formatGrouped(Math.round((part / whole) * 1000), 1)}%`;
}

/** A report kind and the state's own title of it, which older datasets do not have. */
interface TitledKind {
  kind: string;
  title?: string;
}

interface FewerRows extends TitledKind {
  period: string;
  earlier: string;
  before: number;
  now: number;
  /** Whether more than a handful are missing that were paid in the period before. */
  isUnexplained: boolean;
}

function fewerRows({ kind, title, period, earlier, before, now }: FewerRows): string {
  return `${title ?? kind} of ${periodInWords(period)} has ${percent(before - now, before)} fewer jurisdictions than ${periodInWords(earlier)}`;
}

interface TotalJump {
  state: string;
  month: string;
  total: number;
  earlier: string;
  before: number;
}

/** `TX in October 2026`. */
function placed(state: string, month: string): string {
  return `${state.toUpperCase()} in ${periodInWords(month)}`;
}

function totalJump({ state, month, total, earlier, before }: TotalJump): string {
  const change = percent(Math.abs(total - before), Math.abs(before));
  return `Net payments of ${placed(state, month)} add up to ${formatMoney(total)}, ${change} ${total > before ? 'more' : 'less'} than in ${periodInWords(earlier)}`;
}

/** A thousandth of a total between half and double of the year before. */
const [LEAST_THOUSANDTH, MOST_THOUSANDTH] = [1 / 2000, 1 / 500];

export function isAboutThousandth(total: number, before: number): boolean {
  const ratio = total / before;
  return ratio >= LEAST_THOUSANDTH && ratio <= MOST_THOUSANDTH;
}

function inThousands({ total, before }: TotalJump): string {
  return isAboutThousandth(total, before)
    ? ' This is about a thousandth: the figures are probably in thousands.'
    : '';
}

interface NamedFile {
  file: string;
  sha256: string;
}

function nameOf({ file, sha256 }: NamedFile): string {
  return `${file} (${shortHash(sha256)})`;
}

function withdraw({ sha256 }: NamedFile): string {
  return `allocations withdraw ${shortHash(sha256)} --reason "wrong month"`;
}

/** Findings about the months of a state as a whole. */
export const STATE_FINDINGS = {
  'sample-mixed': warning<{ name: string }>(
    ({ name }) =>
      `This dataset has invented figures of the sample and other reports of ${name}. Sums, changes and projections of ${name} mix both.`,
    'Load your reports into a dataset of their own: allocations ingest FILE --db real/allocations.sqlite --archive real/reports.',
  ),
  'missing-report': warning<TitledKind & { first: string; last: string }>(
    ({ kind, title, first, last }) =>
      `No report "${title ?? kind}" has ${periodsInWords(first, last)}, but earlier and later reports are loaded.`,
    ({ first, last }) =>
      first === last ? 'Find the report and run ingest.' : 'Find the reports and run ingest.',
  ),
  'fewer-rows': warning<FewerRows>(
    (facts) => `${fewerRows(facts)} (${formatCount(facts.now)} instead of ${formatCount(facts.before)}).`,
    'Check that the report is complete. If rows are missing, ask the state for them.',
    fewerRows,
  ),
  'total-jump': warning<TotalJump>(
    (facts) => `${totalJump(facts)} (${formatMoney(facts.before)}).${inThousands(facts)}`,
    ({ total, before }) =>
      isAboutThousandth(total, before)
        ? 'Ask the state for figures in dollars, load them, and withdraw this report.'
        : 'Compare both months with what the state published.',
    totalJump,
  ),
  'shared-jump': info<TotalJump & { sharing: number; jurisdictions: number }>(
    ({ sharing, jurisdictions, ...facts }) =>
      `${totalJump(facts)} (${formatMoney(facts.before)}). ${formatCount(sharing)} of ${formatCount(jurisdictions)} jurisdictions moved in the same way, so it is probably no fault of the report.`,
  ),
  'repeated-total': warning<{
    state: string;
    month: string;
    total: number;
    earlier: string;
    /** The report that gives the other month. */
    report: NamedFile | null;
  }>(
    ({ state, month, total, earlier, report }) =>
      `Net payments of ${placed(state, month)} add up to ${formatMoney(total)}, exactly as in ${periodInWords(earlier)}.${report ? ` Either this report is wrong, or ${nameOf(report)}, which gives ${periodInWords(earlier)}.` : ''}`,
    ({ report }) =>
      `One month may have the figures of the other. Compare both with what the state published.${report ? ` If the other report is wrong, withdraw it: ${withdraw(report)}` : ''}`,
  ),
  'month-restated': warning<
    NamedFile & {
      state: string;
      month: string;
      changed: number;
      /** The payments that the earlier report gives. */
      datapoints: number;
      /** The state's headline field. */
      field: string;
      earlier: NamedFile;
      /** Whether the report has a later month than every report before it. */
      hasNewerMonth: boolean;
    }
  >(
    ({ state, month, changed, datapoints, field, earlier, ...report }) =>
      `${formatCount(changed)} of ${formatCount(datapoints)} figures of ${fieldInWords(field)} of ${placed(state, month)} changed. ${nameOf(report)} replaces them, ${nameOf(earlier)} gave them before.`,
    (report) =>
      `Compare both reports with what the state published. If this one belongs to another month, withdraw it: ${withdraw(report)}`,
  ),
};
