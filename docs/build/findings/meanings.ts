import type { FindingCode } from '../../../src/domain/findings/catalogue.ts';

/** What each code means, in one or two sentences, for the documentation. */
export const MEANINGS: Readonly<Record<FindingCode, string>> = {
  'empty-file': 'The file has no content, or a header without rows, or no row of a month.',
  'unreadable-file':
    "The file or folder cannot be opened, or the file is not a report in a known format: a PDF, an archive, a web page, a portal's message, a workbook with a password or of Excel 95. The message says which.",
  'damaged-file':
    'The file is incomplete or damaged: a broken workbook, CSV or JSON, one page of several, bytes that do not match the encoding, or an archived file that changed.',
  'wrong-header':
    'The header does not fit the report kind: columns are missing, unknown or there twice, or the layout is for other months. The message names the columns.',
  'unclear-fact':
    'No place of a report tells a fact that its rows do not print, such as its year. Or two places, such as a title and the name of the file, contradict each other.',
  'sheet-unread':
    'A sheet has rows of figures but no known header, or it is a report of another kind than the other sheets.',
  'hidden-part': 'The workbook hides a sheet or rows. What they hold was loaded.',
  'unread-row':
    'A line below the header is no row, no total, no header and no note. Or it has more or fewer cells than the header, has figures without a name, or stands above the header.',
  'unreadable-cell':
    'A cell does not hold what its column needs: a code, a name, a month, a date, a type, an amount or a percentage. Or it is blank, and must not be.',
  'date-outside-month': 'The allocation date is in another month than the allocation month.',
  'row-arithmetic':
    "The figures of a row do not fit together, for example the total and its parts. The dataset keeps the printed figures. Only Texas's and North Carolina's payments have this check; see below.",
  'skipped-line': 'A line below the header is a note or the header printed again. It was skipped.',
  'file-too-large':
    'The file is larger than 64 MiB, has too many cells, takes too much time or memory, or a workbook is too large when it is unpacked.',
  'damaged-origin':
    'The note that `fetch` wrote about the download cannot be read. The report is loaded, and its `origin` is null.',
  'windows-1252': 'The file is not UTF-8. It was read as Windows-1252.',
  'withdrawn-report':
    'The report was withdrawn earlier and is skipped. Every run that reads the file says so.',
  'unrecognized-report': 'The file has no header of a known report kind.',
  'sheet-ignored': 'A sheet without a known header and without rows of figures was skipped.',
  'figures-in-thousands': 'The report says that its figures are in thousands or millions.',
  'conflicting-rows': 'One report has two rows of one jurisdiction and month, with different figures.',
  'duplicate-row': 'One report has the same row twice, with the same figures. It counts once.',
  'control-total':
    'A printed total differs from the sums that it may be: of its column, of its month, of the rows above it, or of those since another total.',
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
  'net-payment-missing': 'A row has no net payment. The datapoint has null.',
  'shifted-months': 'All months of a report are the last day of a month.',
  'future-month': 'The report has rows of a month that had not begun when the report was received.',
  'damaged-name':
    'A name has letters that a program damaged: a replacement character, an HTML entity, or letters in the wrong encoding. A jurisdiction that has a name keeps it.',
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
  'missing-report':
    'No report of a kind has the month or quarter, although earlier and later reports are loaded.',
  'fewer-rows':
    'A month or quarter has over 2% fewer jurisdictions than the one before, or over five fewer that were paid then.',
  'total-jump':
    "A state's net payments are at least 1.85 times those of a year before, or at most 54% of them.",
  'month-restated':
    'A report changed at least half of the net payments of a month by more than a cent, and at least ten. The finding names both reports.',
  'summary-differs':
    'A figure of a comparison sheet is not the figure of the dataset. Percentages count as equal if they differ by at most 0.01.',
  'summary-name':
    'A comparison sheet lists names that no jurisdiction has, or that several have. They give no rate and no county, and their figures are not checked.',
  'summary-jurisdictions':
    'A jurisdiction has a payment in a month, and no row in the comparison sheet of the month, or the other way round.',
};
