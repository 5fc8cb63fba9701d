import type { FindingCode } from '../../../src/domain/findings/finding.ts';

/** What each code means, in one or two sentences, for the documentation. */
export const MEANINGS: Readonly<Record<FindingCode, string>> = {
  'empty-file': 'The file has no content, or a header without rows, or no row of a month.',
  'unreadable-file':
    'The file or folder cannot be opened, or the file changed while it was read. A file name must be UTF-8.',
  'file-too-large':
    'The file is larger than 64 MiB, has too many cells, takes too much time or memory, or a workbook is too large when it is unpacked.',
  'unsupported-format':
    'The file is a PDF, an archive, another document, a workbook of Excel 95 or older, or one that cannot be read reliably.',
  'not-a-report':
    "The file is a web page, usually the portal's error page, or the portal's message that the export is not ready.",
  'partial-export':
    'The file is one page of several, has fewer records than it says, or has an error message below its rows.',
  'encrypted-workbook': 'The workbook is protected by a password.',
  'damaged-workbook': 'The workbook is incomplete or damaged.',
  'bad-encoding':
    'The bytes do not match the encoding that the file declares, or are UTF-16 or UTF-32 without a mark.',
  'malformed-file':
    'CSV: a quotation mark is not closed, or joins two rows. JSON: the text is not valid, holds several objects one after another, or gives a key twice.',
  'damaged-archive':
    'An archived file is no longer the file that was received. The dataset keeps its figures.',
  'damaged-origin':
    'The note that `fetch` wrote about the download cannot be read. The report is loaded, and its `origin` is null.',
  'windows-1252': 'The file is not UTF-8. It was read as Windows-1252.',
  'withdrawn-report':
    'The report was withdrawn earlier and is skipped. Every run that reads the file says so.',
  'unrecognized-report': 'The file has no header of a known report kind.',
  'several-tables': 'The file has sheets of different report kinds, or a second table under the first.',
  'missing-column': 'A column that the report kind needs is missing.',
  'unknown-column': 'The report has a column that no layout knows.',
  'duplicate-column': 'Two columns mean the same field.',
  'layout-not-in-force': 'The header belongs to a layout for other months.',
  'missing-fact': 'No place of a report tells a fact that its rows do not print, such as its year.',
  'facts-disagree':
    'Two places of a report, such as a title and the name of the file, contradict each other.',
  'sheet-unread': 'A sheet has rows of figures but no known header.',
  'sheet-ignored': 'A sheet without a known header and without rows of figures was skipped.',
  'hidden-sheet': 'The workbook hides a sheet, and figures were loaded from it.',
  'old-formulas':
    'Formulas of a workbook have stored results, and the workbook says that they must be computed again.',
  'figures-in-thousands': 'The report says that its figures are in thousands or millions.',
  'sign-assumed':
    'Too few figures show which sign the report gives to amounts taken away. The message says which sign was assumed.',
  'repeated-header': 'The header is printed again further down.',
  'row-width': 'A row has fewer cells than the header, or more.',
  'unread-row':
    'A row is neither a row of the report nor a note, or stands above the header. It may hold an error of the spreadsheet, or a total that equals no sum.',
  'unreadable-cell':
    'A cell does not hold what its column needs: a code, a name, a month, a date, a type, an amount or a percentage.',
  'cut-figure':
    'The last amount of a CSV file has no cents, although the amounts before it have, and the line does not end. The file may be incomplete.',
  'missing-value': 'A row has no code, no name or no month.',
  'month-mismatch': 'The allocation date is more than a month away from the allocation month.',
  'date-outside-month': 'The allocation date is in the month before or after the allocation month.',
  'percent-as-fraction': 'The shares of county and jurisdiction add up to 1%, not to 100%.',
  'conflicting-rows': 'One report has two rows of one jurisdiction and month, with different figures.',
  'duplicate-row':
    'One report has the same row twice, with the same figures. It counts once. If printed totals count both, see `repeated-line`.',
  'repeated-line':
    'One report has two lines of one jurisdiction, month and tax. The printed totals count both, so both count.',
  'control-total': 'A printed total differs from the sum of its column.',
  'same-id':
    'The ids of two jurisdictions would be the same, because the state gives no number and the program makes one of the name.',
  'unknown-tax':
    'The report prints the code of a tax that the program does not know. The payment contains it, and the field `other`.',
  'unusual-rate':
    'A comparison sheet prints a rate that no single authority has. Probably it is a fraction. The rate is not used.',
  'other-period':
    'Rows of a comparison sheet are of another period than a month, for example a quarter. They were left out.',
  'months-to-come':
    'A workbook with a column for each month prints only zeros in the last months of its year. The program does not load these months.',
  'split-total':
    'The state splits its grand total into three rows, by how counties share their taxes. One of these rows is not the sum of its lines. No figure comes from it.',
  'net-payment-missing': 'A row has no net payment. The datapoint has null.',
  'row-arithmetic':
    "The figures of a row do not fit together, for example the total and its parts. The dataset keeps the printed figures. Only Texas's and North Carolina's payments have this check; see below.",
  'blank-total': 'The total is blank, although its parts are printed.',
  'unusual-sum':
    "A figure equals a sum of other figures in nearly all rows of the month, but not in this row. Only California's reports have this check; see below.",
  'no-cents': 'A report has at least 100 amounts, and none of them has cents.',
  'shifted-months': 'All months of a report are the last day of a month.',
  'lone-month': 'A month has at most a fortieth of the rows of another month of the same report.',
  'future-month': 'The report has rows of a month that had not begun when the report was received.',
  'unknown-note':
    'A text below the last row has no code and no figures, and none of the forms of notes that are known: marks of footnotes, sources, dates, job names, and words about figures. Rows may be missing there.',
  'note-row':
    'A row without code and figures was read as a note, or a row numbers the columns. It was skipped.',
  'off-quarter-amount':
    'A field that belongs to quarter ends has a figure in another month. The dataset has 0.',
  'reports-disagree':
    "The statement and the quarterly report give different figures. The statement's figure counts.",
  'quarterly-total':
    'The total of the quarterly report differs from the net payment of the statement. The quarterly report leaves out credits.',
  'statement-missing': 'A quarterly row has no statement yet, so it has no datapoint yet.',
  'conflicting-reports':
    'Two reports of one run end with the same month, give different figures, and have no download time that decides. One was chosen arbitrarily.',
  'outdated-row':
    'The report gives other figures than the dataset, but the dataset has them from a report that ends later. Only the run that loads the report says so.',
  'correction-misfit':
    'An entry of `corrections.json` does not fit: the report has another figure by now, or no report has the row. The report is loaded as printed.',
  'correction-lapsed':
    'A figure that was corrected has its published value again, because `corrections.json` has no entry for it now. Only the run that changes the figure says so.',
  'figure-corrected': 'The dataset has a figure from `corrections.json` in place of the published one.',
  'name-changed':
    'The name of a jurisdiction changed from one month to the next. The newest name is shown for all months.',
  'type-changed':
    'The type of a jurisdiction changed from one month to the next. The newest type is shown for all months.',
  'method-changed':
    "A county divides its tax among itself and its municipalities by another method than the month before: by population (per capita) or by property tax (ad valorem). A place's payment changes with it, and has no comparable change to the year before.",
  'missing-month': 'A jurisdiction has a gap, although other jurisdictions have figures for these months.',
  'unknown-type': 'No report and no register gives the type of a jurisdiction.',
  'unlisted-name':
    'A report names a jurisdiction that is not in the register of names. Its number is made of its name.',
  'new-jurisdiction': "A jurisdiction has its first figures after the dataset's first month.",
  'ended-jurisdiction': "A jurisdiction has its last figures before the state's newest month.",
  'unusual-payment':
    "A payment is far from the same month a year before and from the months around it, measured by the jurisdiction's own history.",
  'rows-not-restated':
    'This report counts for a month, but an earlier report has rows for the month that this one does not have. The rows stay in the dataset.',
  'sample-mixed': 'The dataset has reports of the sample and other reports of the same state.',
  'missing-report':
    'No report of a kind has the month or quarter, although earlier and later reports are loaded.',
  'fewer-rows':
    'A month or quarter has over 2% fewer jurisdictions than the one before, or over five fewer that were paid then.',
  'total-jump': "A state's net payments are over 40% more or less than a year before.",
  'shared-jump':
    "A state's net payments are over 40% more or less than a year before, but between half and double. Most jurisdictions share the change: theirs is at least a third of it.",
  'repeated-total':
    'Two months of a state have the same total of net payments, to the cent. The finding is at the report that came later, and names the other one.',
  'month-restated':
    'A report changed at least half of the net payments of a month by more than a cent, and at least ten. The finding names both reports.',
  'summary-differs':
    'A figure of a comparison sheet is not the figure of the dataset. Percentages count as equal if they differ by at most 0.01.',
  'summary-name':
    'A comparison sheet lists names that no jurisdiction has, or that several have. They give no rate and no county, and their figures are not checked.',
  'summary-jurisdictions':
    'A jurisdiction has a payment in a month, and no row in the comparison sheet of the month, or the other way round.',
};
