import { formatMoney, formatScaled } from '../money.ts';
import { plural, rowListOf, rowOf } from '../text/wording.ts';
import { info, warning } from './entry.ts';
import { type RowSubject, subjectOf } from './facts.ts';

interface NamedJurisdiction {
  code: string;
  name: string;
}

function named({ code, name }: NamedJurisdiction): string {
  return `${code} ${name}`;
}

interface SummaryName {
  sign: 'unknown' | 'several' | 'shared' | 'unknown code';
  kind: string;
  state: string;
  type: string;
  /** The name as the register writes it. */
  listed: string;
  /** The jurisdictions with this name, or with similar ones. */
  candidates: readonly NamedJurisdiction[];
  /** The code that the register gives. */
  code?: string;
}

/** A line of `listed-names.csv`. */
function registerLine({ state, type, listed, candidates }: SummaryName): string {
  const code = candidates.length === 1 ? `${candidates[0]?.code}` : 'CODE';
  const name = /[",]/.test(listed) ? `"${listed.replaceAll('"', '""')}"` : listed;
  return `${state},${type},${name},${code},SOURCE`;
}

function nameText({ sign, kind, type, listed, candidates, code }: SummaryName): string {
  const list = candidates.map(named).join(', ');
  switch (sign) {
    case 'unknown': {
      const near = list === '' ? '' : ` Similar names: ${list}.`;
      return `${kind} lists ${listed}, but no jurisdiction of the type ${type} has this name.${near}`;
    }
    case 'several':
      return `${kind} lists ${listed}, but several jurisdictions of the type ${type} have this name: ${list}.`;
    case 'shared':
      return `${kind} lists ${listed} beside another name of the same months. Both seem to mean ${list}.`;
    case 'unknown code':
      return `listed-names.csv says that ${listed} in ${kind} is ${code}, but the dataset has no such jurisdiction.`;
  }
}

interface Counted {
  count: number;
  named: readonly NamedJurisdiction[];
}

function listOf({ count, named: first }: Counted): string {
  const more = count - first.length;
  return `${first.map(named).join(', ')}${more > 0 ? `, and ${plural(more, 'more jurisdiction')}` : ''}`;
}

interface SummaryJurisdictions {
  kind: string;
  month: string;
  /** With a payment in the dataset, and not in the summary. */
  unlisted: Counted;
  /** With a payment in the summary, and not in the dataset. */
  unpaid: Counted;
}

function jurisdictionsText({ kind, month, unlisted, unpaid }: SummaryJurisdictions): string {
  const have = (count: number) => (count === 1 ? 'has' : 'have');
  const sentences = [
    unlisted.count > 0 &&
      `${plural(unlisted.count, 'jurisdiction')} ${have(unlisted.count)} a payment for ${month}, but no row in ${kind}: ${listOf(unlisted)}.`,
    unpaid.count > 0 &&
      `${plural(unpaid.count, 'jurisdiction')} ${have(unpaid.count)} a payment for ${month} in ${kind}, but none in the dataset: ${listOf(unpaid)}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

interface SummaryDiffers extends RowSubject {
  figure: string;
  unit: 'amount' | 'percent';
  printed: number;
  ours: number;
  /** The rows of the summary, if it is several. */
  rows?: readonly { sheet: string | null; row: number }[];
  /** The row that our figure comes from; of a sum, its last one. */
  source: { file: string; sheet: string | null; row: number };
}

/** An amount in dollars, or a percentage without zeros at its end. */
function shown(figure: number, unit: SummaryDiffers['unit']): string {
  if (unit === 'amount') return formatMoney(figure);
  return `${formatScaled(figure, 6).replace(/0{1,4}$/, '')} %`;
}

/** Findings about summaries that repeat figures by name. */
export const SUMMARY_FINDINGS = {
  'summary-differs': warning<SummaryDiffers>(
    ({ figure, unit, printed, ours, rows, source, ...subject }) =>
      `${subjectOf(subject)}: ${figure} is ${shown(printed, unit)} in the summary${rows ? ` (${rowListOf(rows)})` : ''}, but ${shown(ours, unit)} by the dataset (${rowOf(source.file, source)}).`,
    'Ask the state which figure is right. To list all differences, run allocations reconcile.',
  ),
  'summary-name': warning<SummaryName>(nameText, (facts) =>
    facts.sign === 'unknown code'
      ? 'Correct the line, or load the reports of the jurisdiction. Then run reprocess.'
      : `Add this line to listed-names.csv in the reference folder (--reference): "${registerLine(facts)}". Then run reprocess.`,
  ),
  'summary-jurisdictions': info<SummaryJurisdictions>(
    jurisdictionsText,
    'Check whether a report is incomplete, or whether a name changed.',
  ),
};
