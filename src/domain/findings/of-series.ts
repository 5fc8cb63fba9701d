import { type Cents, formatCount, formatMoney } from '../money.ts';
import { counted, rowOf, stretch } from '../text/wording.ts';
import { type EarlierFacts, error, info, warning } from './entry.ts';
import { type RowSubject, subjectOf } from './subject.ts';

const REGISTER = 'corrections.json';
const money = (cents: number) => formatMoney(cents as Cents);

/** A figure as one of two reports gives it. */
interface GivenFigure {
  cents: number | null;
  isCorrected: boolean;
}

function given({ cents, isCorrected }: GivenFigure): string {
  return `${cents === null ? 'nothing' : money(cents)}${isCorrected ? ` (by ${REGISTER})` : ''}`;
}

/** A row of a file. */
interface FileRow {
  file: string;
  sheet: string | null;
  row: number;
}

/** A correction that was made: figures as the register writes them, blank where there is none. */
export interface CorrectedFigure extends RowSubject {
  field: string;
  published: string;
  correct: string;
  reason: string;
  source: string;
}

function correctionText({ field, published, correct, reason, source, ...subject }: CorrectedFigure): string {
  return `${subjectOf(subject)}: ${field} was published as ${published || 'nothing'} and is taken as ${correct || 'nothing'}: ${reason} (${source})`;
}

/** Findings about the series of one jurisdiction, and about corrections. */
export const SERIES_FINDINGS = {
  'off-quarter-amount': warning<RowSubject & { field: string; printed: GivenFigure }>(
    ({ code, name, month, field, printed }) =>
      `${code} ${name}: ${field} is ${printed.isCorrected ? '' : 'printed as '}${given(printed)} in ${month}, which settles no quarter; the dataset has 0 there`,
  ),
  'reports-disagree': warning<
    RowSubject & { field: string; inStatement: GivenFigure; inQuarterly: GivenFigure }
  >(
    ({ field, inStatement, inQuarterly, ...subject }) =>
      `${subjectOf(subject)}: ${field} is ${given(inStatement)} in the statement and ${given(inQuarterly)} in the quarterly report; the statement's figure counts`,
  ),
  'quarterly-total': warning<
    RowSubject & { total: GivenFigure; netPayment: GivenFigure; difference: number }
  >(
    ({ total, netPayment, difference, ...subject }) =>
      `${subjectOf(subject)}: the quarterly report's total is ${given(total)}, the statement's net payment ${given(netPayment)}, a difference of ${money(difference)}; credits are left out of the quarterly report`,
  ),
  'statement-missing': warning<RowSubject & { quarter: string }>(
    ({ code, name, month, quarter }) =>
      `${code} ${name} has a quarterly row for ${quarter} but no statement for ${month}; its datapoint waits for the statement`,
  ),
  'conflicting-reports': warning<RowSubject & { winner: FileRow; loser: FileRow }>(
    ({ winner, loser, ...subject }) =>
      `${subjectOf(subject)}: ${rowOf(winner.file, winner)} and ${rowOf(loser.file, loser)} came in one run, end with the same month and give different figures; the first counts until a later report settles it`,
  ),
  'outdated-row': warning<RowSubject & { winner: FileRow; lastMonth: string; more?: number }>(
    ({ winner, lastMonth, ...subject }) =>
      `${subjectOf(subject)}: the figures differ from those of ${rowOf(winner.file, winner)}, which count, since that report goes on to ${lastMonth}`,
    ({ more = 0 }) =>
      `if these are the corrected ones, ask the source for a report that goes as far${more > 0 ? ` (likewise ${counted(more, 'more row')} of this report)` : ''}`,
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
        ? `${subjectOf(facts)}: the register of corrections knows ${facts.field} as ${facts.published || 'nothing'}, but the report has ${facts.printed || 'nothing'}, which is taken as it is`
        : `no ${facts.kind} report has a row of ${facts.code} for ${facts.month}, whose ${facts.field} is to be corrected`,
    (facts) => {
      if (facts.misfit === 'unmatched') return `mend the entry of ${REGISTER}, or take it out`;
      return facts.hasOtherSign
        ? `if the entry copies the sign that the report prints, write both figures with the opposite sign: ${REGISTER} has the signs of the dataset`
        : `if the state has mended it, take the entry out of ${REGISTER}`;
    },
  ),
  'correction-lapsed': warning<{ state: string; correction: CorrectedFigure | EarlierFacts }>(
    ({ correction }) =>
      `what was corrected is as the report has it again, as ${REGISTER} does not speak of it any more: ${'earlierText' in correction ? correction.earlierText : correctionText(correction)}`,
    ({ state }) =>
      `where that is not meant, name the register with --reference: allocations reprocess --state ${state} --reference DIR`,
  ),
  'figure-corrected': info<CorrectedFigure>(correctionText),
  'name-changed': info<{ code: string; before: string; until: string; now: string; from: string }>(
    ({ code, before, until, now, from }) =>
      `${code} was called "${before}" until ${until}, and "${now}" from ${from}; the newest name is shown for all months`,
  ),
  'type-changed': info<{
    code: string;
    name: string;
    before: string;
    until: string;
    now: string;
    from: string;
  }>(
    ({ code, name, before, until, now, from }) =>
      `${code} ${name} was a ${before} until ${until} and is a ${now} from ${from}; the newest type is shown`,
  ),
  'missing-month': warning<{ code: string; name: string; first: string; last: string }>(
    ({ code, name, first, last }) =>
      `${code} ${name} has no figures for ${stretch(first, last)}, though others have them; figures derived across the gap are null`,
  ),
  'unknown-type': warning<{ code: string; name: string }>(
    ({ code, name }) => `no report and no register names the type of ${code} ${name}`,
    'add a line to jurisdictions.csv of the reference folder',
  ),
  'new-jurisdiction': info<{ code: string; name: string; first: string; stateFirst: string }>(
    ({ code, name, first, stateFirst }) =>
      `${code} ${name} is first seen in ${first}, after the dataset's first month ${stateFirst}`,
    'is it new, or an old one under another code?',
  ),
  'ended-jurisdiction': info<{ code: string; name: string; last: string; stateLast: string }>(
    ({ code, name, last, stateLast }) =>
      `${code} ${name} is last seen in ${last}, before the dataset's newest month ${stateLast}`,
    'has it ended, or is its row missing?',
  ),
  'rows-not-restated': warning<{ rows: number; named: readonly (RowSubject & FileRow)[] }>(
    ({ rows, named }) => {
      const list = named.map((row) => `${subjectOf(row)} (${rowOf(row.file, row)})`).join('; ');
      const more = rows - named.length;
      return `other reports have rows for months of this one that are not in it (${formatCount(rows)}); they stay, and count: ${list}${more > 0 ? `; and ${formatCount(more)} more` : ''}`;
    },
    'if the state took them back, withdraw the report that has them',
  ),
};
