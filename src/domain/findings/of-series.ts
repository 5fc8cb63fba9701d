import { formatMoney } from '../money.ts';
import { fieldInWords, periodInWords, periodsInWords, plural, rowOf } from '../text/wording.ts';
import { error, info, warning } from './entry.ts';
import { type PlaceSubject, placeName, type RowSubject, subjectOf } from './facts.ts';

const REGISTER = 'corrections.json';
const BLANK = 'blank';

/** A figure of one of two reports. */
interface GivenFigure {
  cents: number | null;
  isCorrected: boolean;
}

function given({ cents, isCorrected }: GivenFigure): string {
  return `${cents === null ? BLANK : formatMoney(cents)}${isCorrected ? ` (from ${REGISTER})` : ''}`;
}

interface FileRow {
  file: string;
  sheet: string | null;
  row: number;
}

/** A correction that was made. The figures are texts of the register; empty for a blank cell. */
export interface CorrectedFigure extends RowSubject {
  field: string;
  published: string;
  correct: string;
  reason: string;
  source: string;
}

function correctionText({ field, published, correct, reason, source, ...subject }: CorrectedFigure): string {
  return `${subjectOf(subject)}: ${fieldInWords(field)} was corrected from ${published || BLANK} to ${correct || BLANK}. Reason: ${reason} (${source}).`;
}

/** Findings about the series of one jurisdiction, and about corrections. */
export const SERIES_FINDINGS = {
  'off-quarter-amount': warning<RowSubject & { field: string; printed: GivenFigure }>(
    ({ field, printed, ...subject }) =>
      `${subjectOf(subject)}: ${fieldInWords(field)} is ${printed.isCorrected ? '' : 'printed as '}${given(printed)}, but the month is not a quarter end. The dataset has 0.`,
    ({ printed }) =>
      printed.isCorrected
        ? `Correct the month of the entry in ${REGISTER}, or remove the entry.`
        : 'Ask the state about the figure.',
  ),
  'reports-disagree': warning<
    RowSubject & { field: string; inStatement: GivenFigure; inQuarterly: GivenFigure }
  >(
    ({ field, inStatement, inQuarterly, ...subject }) =>
      `${subjectOf(subject)}: ${fieldInWords(field)} is ${given(inStatement)} in the statement and ${given(inQuarterly)} in the quarterly report. The statement counts.`,
    'Ask the state which figure is right.',
  ),
  'quarterly-total': warning<
    RowSubject & { total: GivenFigure; netPayment: GivenFigure; difference: number }
  >(
    ({ total, netPayment, difference, ...subject }) =>
      `${subjectOf(subject)}: the total of the quarterly report is ${given(total)}, but the net payment of the statement is ${given(netPayment)}. The difference is ${formatMoney(difference)}. The quarterly report leaves out credits.`,
  ),
  'statement-missing': warning<RowSubject & { quarter: string }>(
    ({ month, quarter, ...place }) =>
      `${placeName(place)} has a quarterly row for ${periodInWords(quarter)}, but no statement for ${periodInWords(month)}. Its datapoint waits for the statement.`,
    ({ month }) => `Load the statement for ${periodInWords(month)}.`,
  ),
  'conflicting-reports': warning<RowSubject & { winner: FileRow; loser: FileRow }>(
    ({ winner, loser, ...subject }) =>
      `${subjectOf(subject)}: ${rowOf(winner.file, winner)} and ${rowOf(loser.file, loser)} give different figures. Both reports came in one run and end with the same month. The first one counts until a later report decides.`,
    'Ask the state which report is right.',
  ),
  'outdated-row': warning<RowSubject & { winner: FileRow; lastMonth: string; more?: number }>(
    ({ winner, lastMonth, ...subject }) =>
      `${subjectOf(subject)}: the figures differ from ${rowOf(winner.file, winner)}, which counts because its report ends later (${periodInWords(lastMonth)}).`,
    ({ more = 0 }) =>
      `If the figures here are the right ones, add them to ${REGISTER}, then run reprocess.${more > 0 ? ` This applies to ${plural(more, 'more row')} of this report.` : ''}`,
  ),
  'correction-misfit': error<
    | (RowSubject & {
        misfit: 'outdated';
        field: string;
        published: string;
        printed: string;
        /** Whether the entry has the figure with the opposite sign. */
        hasOtherSign: boolean;
      })
    | { misfit: 'unmatched'; kind: string; code: string; month: string; field: string }
  >(
    (facts) =>
      facts.misfit === 'outdated'
        ? `${subjectOf(facts)}: ${REGISTER} expects ${fieldInWords(facts.field)} to be ${facts.published || BLANK}, but the report has ${facts.printed || BLANK}. The dataset keeps the printed figure.`
        : `${REGISTER} corrects ${fieldInWords(facts.field)} of ${facts.code} in ${periodInWords(facts.month)}, but no ${facts.kind} report has that row.`,
    (facts) => {
      if (facts.misfit === 'unmatched') return `Correct the entry of ${REGISTER}, or remove it.`;
      return facts.hasOtherSign
        ? `If the entry copies the sign of the report, give both of its figures the opposite sign. ${REGISTER} uses the signs of the dataset.`
        : `If the state corrected the figure, remove the entry from ${REGISTER}.`;
    },
  ),
  'correction-lapsed': warning<{ state: string; correction: CorrectedFigure }>(
    ({ correction }) =>
      `The dataset has the published figure again, because ${REGISTER} no longer has this correction. ${correctionText(correction)}`,
    ({ state }) =>
      `If this is not intended, name the folder of the register with --reference: allocations reprocess --state ${state} --reference DIR`,
  ),
  'figure-corrected': info<CorrectedFigure>(correctionText),
  'name-changed': info<{ code: string; before: string; until: string; now: string; from: string }>(
    ({ code, before, until, now, from }) =>
      `The name of ${placeName({ code, name: now })} changed from "${before}" (until ${periodInWords(until)}) to "${now}" (from ${periodInWords(from)}). All months show the newest name.`,
  ),
  'type-changed': info<
    PlaceSubject & {
      before: string;
      until: string;
      now: string;
      from: string;
    }
  >(
    ({ before, until, now, from, ...place }) =>
      `The type of ${placeName(place)} changed from ${fieldInWords(before)} (until ${periodInWords(until)}) to ${fieldInWords(now)} (from ${periodInWords(from)}). All months show the newest type.`,
  ),
  'method-changed': warning<
    PlaceSubject & { county: string; before: string; until: string; now: string; from: string }
  >(
    ({ county, before, until, now, from, ...place }) =>
      `${county} County changed from ${before} (until ${periodInWords(until)}) to ${now} (from ${periodInWords(from)}). This changes which part of its tax ${placeName(place)} gets.`,
    'Do not compare payments before the change with payments after it.',
  ),
  'missing-month': warning<PlaceSubject & { first: string; last: string }>(
    ({ first, last, ...place }) =>
      `${placeName(place)} has no figures for ${periodsInWords(first, last)}, although other jurisdictions have figures. Figures derived across the gap are null.`,
    'Ask the state for the missing figures.',
  ),
  'unknown-type': warning<PlaceSubject>(
    (place) => `No report and no register gives the type of ${placeName(place)}.`,
    'Add a line to jurisdictions.csv in the reference folder (--reference).',
  ),
  'unlisted-name': warning<PlaceSubject & { number: number }>(
    ({ code, name, number }) =>
      `${name} is not in the register of names. Its code is ${code}, and its id ends with ${number}.`,
    'If it is another spelling of a name that is listed, or was listed before, ask for a version of the program that says so. Until then it is a jurisdiction of its own.',
  ),
  'new-jurisdiction': info<PlaceSubject & { first: string; stateFirst: string }>(
    ({ first, stateFirst, ...place }) =>
      `${placeName(place)} first appears in ${periodInWords(first)}. The dataset begins with ${periodInWords(stateFirst)}.`,
    'Check that it is not an old jurisdiction under a new code.',
  ),
  'ended-jurisdiction': info<PlaceSubject & { last: string; stateLast: string }>(
    ({ last, stateLast, ...place }) =>
      `${placeName(place)} last appears in ${periodInWords(last)}. The newest month of the dataset is ${periodInWords(stateLast)}.`,
    'Check whether it has ended, or whether its row is missing.',
  ),
  'unusual-payment': warning<
    RowSubject & {
      field: string;
      amount: number;
      compared: { month: string; amount: number };
      usual: number;
    }
  >(
    ({ field, amount, compared, usual, ...subject }) =>
      `${subjectOf(subject)}: ${fieldInWords(field)} is ${formatMoney(amount)}, but ${formatMoney(compared.amount)} in ${periodInWords(compared.month)} and about ${formatMoney(usual)} in the months around.`,
    `Compare it with what the state published. If it is wrong, add the right figure to ${REGISTER}, or remove the report with allocations withdraw.`,
  ),
  'rows-not-restated': warning<{ rows: number; named: readonly (RowSubject & FileRow)[] }>(
    ({ rows, named }) => {
      const list = named.map((row) => `${subjectOf(row)} (${rowOf(row.file, row)})`).join('; ');
      const more = rows - named.length;
      const [are, them] = rows === 1 ? ['is', 'it'] : ['are', 'them'];
      return `${plural(rows, 'row')} of other reports ${are} missing in this report, which has the same months. The dataset keeps ${them}: ${list}${more > 0 ? `; and ${plural(more, 'more row')}` : ''}.`;
    },
    ({ rows }) =>
      `This report may be incomplete. Download it again, load the new file, and withdraw this report. If the state took ${rows === 1 ? 'the row' : 'the rows'} back, withdraw the report that has ${rows === 1 ? 'it' : 'them'} instead.`,
  ),
};
