/** Every finding code: how serious it is, what happened, and what to do. All texts are sentences. */

import type { SlotFacts } from './template.ts';

/** How serious a finding is. An error refuses its report, a warning asks a person to check, an info is for the record. */
export type Severity = 'error' | 'warning' | 'info';

interface Entry<Text extends string = string, Advice extends string = string> {
  severity: Severity;
  text: Text;
  /** Empty if there is nothing to do. */
  advice: Advice;
}

function entryOf<S extends Severity>(severity: S) {
  return <const Text extends string, const Advice extends string = ''>(
    text: Text,
    advice: Advice | '' = '',
  ): Entry<Text, Advice> => ({ severity, text, advice: advice as Advice });
}

const [error, warning, info] = [entryOf('error'), entryOf('warning'), entryOf('info')];

const WITHDRAW = 'allocations withdraw {sha256} --reason "wrong month"';

export const CATALOGUE = {
  // a file as a whole
  'empty-file': error(
    '{what}',
    'Download the report again. It must have a header, and rows of months below it.',
  ),
  'unreadable-file': error('{what}', '{advice}'),
  'damaged-file': error('{what}', '{advice}'),
  'file-too-large': error(
    '{what} exceeds the limit of {most}.',
    'Split the file by months, or export a workbook as CSV.',
  ),
  'damaged-origin': warning(
    'The download note {note} cannot be read ({reason}). The report is loaded without its origin.',
  ),
  'windows-1252': info(
    'The file is not UTF-8. It was read as Windows-1252, the encoding of older Excel exports.',
    'Check names that have accents.',
  ),
  'withdrawn-report': warning(
    'This report was withdrawn on {at month} ({reason}). It is skipped.',
    'If its figures are right after all, copy the file, add an empty line at its end, and load the copy.',
  ),

  // headers, sheets and the layout
  'unrecognized-report': error('{what}', '{advice}'),
  'wrong-header': error('{what}', '{advice}'),
  'unclear-fact': error('{what}', '{advice}'),
  'sheet-unread': error('{what}', '{advice}'),
  'sheet-ignored': warning(
    'The sheet has no known header. It was skipped.',
    'If it contains figures, give it the header of the other sheets.',
  ),
  'hidden-part': info(
    'The workbook hides this {part}. What it holds was loaded.',
    'Check that the state means to publish it.',
  ),
  'figures-in-thousands': error(
    'The file says that its figures are not in dollars: "{said}".',
    'Ask the state for figures in dollars and cents, or remove the sheet.',
  ),

  // rows and cells
  'unread-row': error('{what}', '{advice}'),
  'unreadable-cell': error('{what} The column needs {expects}.', '{advice}'),
  'conflicting-rows': error(
    '{name place} has different figures for {month month} here and in {elsewhere}.',
    'Ask the state which row is right.',
  ),
  'duplicate-row': warning(
    '{name place} has the same figures for {month month} here and in {elsewhere}. They count once.',
  ),
  'same-id': error(
    'The id {id} would belong to two jurisdictions: {code} {name}, and {other}.',
    'If the name or the code is wrong, correct it. If both are right, ask for a version of the program that tells them apart.',
  ),
  'date-outside-month': warning(
    '{name place} has the month {month month}, but was paid on {paid month}, which is outside of it.',
    'The whole report may be of another month. Compare it with what the state published.',
  ),
  'control-total': warning(
    'The printed total is {printed amount}, but the rows add up to {sum amount}.',
    'Rows may be missing. Compare the file with the original report.',
  ),
  'net-payment-missing': warning(
    '{name place} has no net payment for {month month}. The datapoint has none either.',
    'Ask the state for the figure.',
  ),
  'row-arithmetic': warning(
    '{name place}, {month month}: {field field} is printed as {printed amount}, but {formula} is {expected amount}. The dataset keeps the printed figure.',
    'Cells may have shifted. Compare the row with the original report, and ask the state which figure is right.',
  ),
  'unknown-tax': warning(
    'The tax {tax} is not known. Its amounts count in the field other.',
    'Ask the state what the tax is. A later version of the program can assign it to another field.',
  ),
  'unusual-rate': warning(
    'The rate of {name} is {printed}. It is not between {least}% and {most}%, so it is not used.',
    'Check whether the report prints rates as fractions, or together with the rates of others.',
  ),
  'future-month': warning(
    'The month {month month} is later than the day the report arrived ({receivedAt month}).',
    `If the month is wrong, load a corrected file and remove this one: ${WITHDRAW}`,
  ),
  'shifted-months': warning(
    'All months are the last day of a month. {date month} was read as {month month}, but may be the first day of {next month} in another time zone.',
    'Compare the months with what the state published. If they are wrong, download the report again, or correct them.',
  ),
  'damaged-name': warning(
    'The name "{name}" has letters that were damaged before the file was made. If the code has another name already, that name stays.',
    'Download the report again, or ask the state for it in UTF-8.',
  ),
  'skipped-line': info('This line was skipped as {what}: "{text}"'),
  'other-period': info('The row is of another period than a month ({printed}), and was left out.'),
  'months-to-come': info(
    'Every row has zero or nothing in {months list}, and no later month has an amount. The program reads them as months to come and did not load them.',
  ),

  // the series of one jurisdiction, and corrections
  'off-quarter-amount': warning(
    '{name place}, {month month}: {field field} is {printed}, but the month is not a quarter end. The dataset has 0.',
    'Ask the state about the figure. If it is from corrections.json, correct the month of its entry, or remove the entry.',
  ),
  'reports-disagree': warning(
    '{name place}, {month month}: {field field} is {inStatement} in the statement and {inQuarterly} in the quarterly report. The statement counts.',
    'Ask the state which figure is right.',
  ),
  'quarterly-total': warning(
    '{name place}, {month month}: the total of the quarterly report is {total}, but the net payment of the statement is {netPayment}. The difference is {difference amount}. The quarterly report leaves out credits.',
  ),
  'statement-missing': warning(
    '{name place} has a quarterly row for {quarter month}, but no statement for {month month}. Its datapoint waits for the statement.',
    'Load the statement for {month month}.',
  ),
  'conflicting-reports': warning(
    '{name place}, {month month}: {winner} and {loser} give different figures. Both reports came in one run and end with the same month. The first one counts until a later report decides.',
    'Ask the state which report is right.',
  ),
  'outdated-row': warning(
    '{name place}, {month month}: the figures differ from {winner}, which counts because its report ends later ({lastMonth month}).',
    'If the figures here are the right ones, add them to corrections.json, then run reprocess.',
  ),
  'correction-misfit': error('{what}', '{advice}'),
  'correction-lapsed': warning(
    '{name place}, {month month}: {field field} is as published again, because corrections.json no longer has its correction. It was corrected from {published} to {correct}. Reason: {reason} ({source}).',
    'If this is not intended, name the folder of the register with --reference: allocations reprocess --state {state} --reference DIR',
  ),
  'figure-corrected': info(
    '{name place}, {month month}: {field field} was corrected from {published} to {correct}. Reason: {reason} ({source}).',
  ),
  'name-changed': info(
    'The name of {now place} changed from "{before}" (until {until month}) to "{now}" (from {from month}). All months show the newest name.',
  ),
  'type-changed': info(
    'The type of {name place} changed from {before field} (until {until month}) to {now field} (from {from month}). All months show the newest type.',
  ),
  'method-changed': warning(
    '{county} County changed from {before} (until {until month}) to {now} (from {from month}). This changes which part of its tax {name place} gets.',
    'Do not compare payments before the change with payments after it.',
  ),
  'missing-month': warning(
    '{name place} has no figures for {months month}, although other jurisdictions have figures. Figures derived across the gap are null.',
    'Ask the state for the missing figures.',
  ),
  'unknown-type': warning(
    'No report and no register gives the type of {name place}.',
    'Add a line to jurisdictions.csv in the reference folder (--reference).',
  ),
  'unlisted-name': warning(
    '{name} is not in the register of names. Its code is {code}, and its id ends with {number}.',
    'If it is another spelling of a name that is listed, or was listed before, ask for a version of the program that says so. Until then it is a jurisdiction of its own.',
  ),
  'new-jurisdiction': info(
    '{name place} first appears in {first month}. The dataset begins with {stateFirst month}.',
    'Check that it is not an old jurisdiction under a new code.',
  ),
  'ended-jurisdiction': info(
    '{name place} last appears in {last month}. The newest month of the dataset is {stateLast month}.',
    'Check whether it has ended, or whether its row is missing.',
  ),
  'unusual-payment': warning(
    '{name place}, {month month}: {field field} is {amount amount}, but {before amount} in {earlier month} and about {usual amount} in the months around.',
    'Compare it with what the state published. If it is wrong, add the right figure to corrections.json, or remove the report with allocations withdraw.',
  ),
  'rows-not-restated': warning(
    'This report leaves out rows of other reports, which have the same months. The dataset keeps them: {rows list}.',
    'This report may be incomplete. Download it again, load the new file, and withdraw this report. If the state took the rows back, withdraw the report that has them instead.',
  ),

  // the months of a state as a whole
  'missing-report': warning(
    'No report "{title}" has {months month}, but earlier and later reports are loaded.',
    'Find the missing report and run ingest.',
  ),
  'fewer-rows': warning(
    '{title} of {period month} has {share percent} fewer jurisdictions than {earlier month} ({now} instead of {before}).',
    'Check that the report is complete. If rows are missing, ask the state for them.',
  ),
  'total-jump': warning(
    'Net payments of {state} in {month month} add up to {total amount}, {share percent} {direction} than in {earlier month} ({before amount}).',
    'Compare both months with what the state published. If the figures are in thousands, ask the state for dollars.',
  ),
  'month-restated': warning(
    '{changed} of {datapoints} figures of {field field} of {state} in {month month} changed. {file} ({sha256}) replaces them, {earlier} gave them before.',
    `Compare both reports with what the state published. If this one belongs to another month, withdraw it: ${WITHDRAW}`,
  ),

  // comparison sheets
  'summary-differs': warning(
    '{name place}, {month month}: {figure field} is {printed} in the comparison sheet, but {ours} by the dataset ({source}).',
    'Ask the state which figure is right. To list all differences, run allocations reconcile.',
  ),
  'summary-name': warning(
    'Names of {title} that cannot be matched with one jurisdiction each: {names list}.',
    'Add a line for each name to listed-names.csv in the reference folder (--reference), such as "{line}". Or load the reports of the jurisdictions. Then run reprocess.',
  ),
  'summary-jurisdictions': info(
    'In {month month}, {title} and the dataset do not have the same jurisdictions with a payment. Only in the dataset: {unlisted}. Only in the sheet: {unpaid}.',
    'Check whether a report is incomplete, or whether a name changed.',
  ),
};

export type FindingCode = keyof typeof CATALOGUE;

/** Facts that decisions read. */
interface Unshown {
  /** Whether more than a handful of the missing jurisdictions were paid in the period before. */
  'fewer-rows': { before: number; now: number; isUnexplained: boolean };
  /** Whether the report has a later month than every report before it. */
  'month-restated': { changed: number; datapoints: number; hasNewerMonth: boolean };
}

type FactsOfEntry<Known> =
  Known extends Entry<infer Text, infer Advice> ? SlotFacts<Text> & SlotFacts<Advice> : never;

/** The facts of a finding of this code: figures, names, counts. `more` counts what the finding stands for beside its own. */
export type Facts<Code extends FindingCode = FindingCode> = Code extends FindingCode
  ? FactsOfEntry<(typeof CATALOGUE)[Code]> &
      (Code extends keyof Unshown ? Unshown[Code] : object) & { more?: number }
  : never;
