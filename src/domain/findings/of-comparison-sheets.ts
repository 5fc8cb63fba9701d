import { formatMoney, formatScaled } from '../money.ts';
import { fieldInWords, periodInWords, plural, rowListOf, rowOf } from '../text/wording.ts';
import { info, warning } from './entry.ts';
import { type PlaceSubject, placeName, type RowSubject, subjectOf } from './facts.ts';

interface UnplacedNames {
  kind: string;
  /** The state's own title of the sheet, which older datasets do not have. */
  title?: string;
  state: string;
  count: number;
  /** The first ones. */
  names: readonly UnplacedName[];
}

interface UnplacedName {
  type: string;
  /** The name as the register writes it. */
  listed: string;
  /** The jurisdictions that the name may mean: one if another name means it too. */
  codes: readonly string[];
  /** The code of the register, if the dataset has no such jurisdiction. */
  unknownCode: string | null;
}

/** A line of `listed-names.csv`. */
function registerLine(state: string, { type, listed }: UnplacedName): string {
  const name = /[",]/.test(listed) ? `"${listed.replaceAll('"', '""')}"` : listed;
  return `${state},${type},${name},CODE,SOURCE`;
}

function unplacedText({ listed, codes, unknownCode }: UnplacedName): string {
  if (unknownCode !== null)
    return `${listed} (listed-names.csv says ${unknownCode}, which the dataset does not have)`;
  return codes.length === 0 ? listed : `${listed} (${codes.join(' or ')}?)`;
}

function namesText({ kind, title, count, names }: UnplacedNames): string {
  const more = count - names.length;
  const list = [...names.map(unplacedText), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `${plural(count, 'name')} of ${title ?? kind} cannot be matched with one jurisdiction each: ${list}.`;
}

function namesAdvice({ state, names }: UnplacedNames): string {
  const [line = ''] = names.map((name) => registerLine(state, name));
  return `Add a line for each name to listed-names.csv in the reference folder (--reference), such as "${line}". Or load the reports of the jurisdictions. Then run reprocess.`;
}

interface Counted {
  count: number;
  named: readonly PlaceSubject[];
}

function listOf({ count, named: first }: Counted): string {
  const more = count - first.length;
  return `${first.map(placeName).join(', ')}${more > 0 ? `, and ${plural(more, 'more jurisdiction')}` : ''}`;
}

interface OneSided {
  kind: string;
  title?: string;
  month: string;
  /** With a payment in the dataset, and not in the sheet. */
  unlisted: Counted;
  /** With a payment in the sheet, and not in the dataset. */
  unpaid: Counted;
}

function jurisdictionsText({ kind, title = kind, month, unlisted, unpaid }: OneSided): string {
  const have = (count: number) => (count === 1 ? 'has' : 'have');
  const sentences = [
    unlisted.count > 0 &&
      `${plural(unlisted.count, 'jurisdiction')} ${have(unlisted.count)} a payment for ${periodInWords(month)}, but no row in ${title}: ${listOf(unlisted)}.`,
    unpaid.count > 0 &&
      `${plural(unpaid.count, 'jurisdiction')} ${have(unpaid.count)} a payment for ${periodInWords(month)} in ${title}, but none in the dataset: ${listOf(unpaid)}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

interface DifferentFigure extends RowSubject {
  figure: string;
  unit: 'amount' | 'percent';
  printed: number;
  ours: number;
  /** The rows of the sheet, if it is several. */
  rows?: readonly { sheet: string | null; row: number }[];
  /** The row that our figure comes from; of a sum, its last one. */
  source: { file: string; sheet: string | null; row: number };
}

/** An amount in dollars, or a percentage without zeros at its end. */
function shown(figure: number, unit: DifferentFigure['unit']): string {
  if (unit === 'amount') return formatMoney(figure);
  return `${formatScaled(figure, 6).replace(/0{1,4}$/, '')}%`;
}

export const COMPARISON_SHEET_FINDINGS = {
  'summary-differs': warning<DifferentFigure>(
    ({ figure, unit, printed, ours, rows, source, ...subject }) =>
      `${subjectOf(subject)}: ${fieldInWords(figure)} is ${shown(printed, unit)} in the comparison sheet${rows ? ` (${rowListOf(rows)})` : ''}, but ${shown(ours, unit)} by the dataset (${rowOf(source.file, source)}).`,
    'Ask the state which figure is right. To list all differences, run allocations reconcile.',
  ),
  'summary-name': warning<UnplacedNames>(namesText, namesAdvice),
  'summary-jurisdictions': info<OneSided>(
    jurisdictionsText,
    'Check whether a report is incomplete, or whether a name changed.',
  ),
};
