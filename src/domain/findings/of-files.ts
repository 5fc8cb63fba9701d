import { formatCount } from '../money.ts';
import { formatTime, plural, toSentence } from '../text/wording.ts';
import { error, info, warning } from './entry.ts';

const EXPORT_AGAIN = 'Export the report as CSV, XLSX or JSON.';
const SAVE_ANEW = 'Save it as .xlsx or CSV.';
const DOWNLOAD_AGAIN = 'Download the report again.';

/** Formats that are not read: what the file is, and what to do about it. */
const UNSUPPORTED = {
  pdf: ['The file is a PDF.', EXPORT_AGAIN],
  unknown: ['The file is neither text nor a workbook.', EXPORT_AGAIN],
  'zip without sheets': ['The file is a zip archive without a workbook in it.', EXPORT_AGAIN],
  'old office': ['The file is an old Office file without a workbook in it.', EXPORT_AGAIN],
  'old excel': ['The workbook was written by Excel 95 or older, or in its format.', SAVE_ANEW],
} as const;

const UNREADABLE = {
  folder: [
    'The folder cannot be read.',
    'Check its permissions, or keep the reports in a folder that does not contain it.',
  ],
  'not a file': ['This is not a regular file.', 'Name a file or a folder.'],
  name: ['The file name is not UTF-8.', 'Rename the file.'],
  changed: ['The file changed while it was read.', 'Run the command again when the file is complete.'],
} as const;

/** Limits of what is read, by what exceeds them. */
const TOO_LARGE = {
  file: (most: string) => `The file is larger than ${most} MiB.`,
  lines: (most: string, found: string) => `The file has ${found} lines. The limit is ${most}.`,
  cells: (most: string, found: string) => `The file has ${found} cells. The limit is ${most}.`,
  rows: (most: string, found: string) => `The workbook has ${found} rows. The limit is ${most}.`,
  unpacked: (most: string) => `The workbook is larger than ${most} MiB when it is unpacked.`,
  time: (most: string) => `Reading the file takes longer than ${most} seconds.`,
  memory: (most: string) => `Reading the file takes more than ${most} MiB of memory.`,
};

/** Findings about a file as a whole, before its header is looked for. */
export const FILE_FINDINGS = {
  'empty-file': error<{ holds: 'nothing' | 'blanks' | 'a header' | 'other periods' }>(
    ({ holds }) =>
      ({
        nothing: 'The file is empty (0 bytes).',
        blanks: 'The file contains only blanks.',
        'a header': 'The file has a header but no rows.',
        'other periods': 'The file has no monthly figures. Its rows are of years or other periods.',
      })[holds],
    ({ holds }) => (holds === 'other periods' ? 'Download the monthly rows.' : DOWNLOAD_AGAIN),
  ),
  'unreadable-file': error<{ reason: keyof typeof UNREADABLE } | { reason: 'system'; systemMessage: string }>(
    (facts) =>
      facts.reason === 'system'
        ? `The file cannot be read (${facts.systemMessage}).`
        : UNREADABLE[facts.reason][0],
    (facts) => (facts.reason === 'system' ? 'Check its permissions.' : UNREADABLE[facts.reason][1]),
  ),
  'file-too-large': error<{ limit: keyof typeof TOO_LARGE; most: number; found?: number }>(
    ({ limit, most, found = 0 }) => TOO_LARGE[limit](formatCount(most), formatCount(found)),
    ({ limit }) =>
      ['rows', 'unpacked', 'time', 'memory'].includes(limit)
        ? 'Split the file by months, or export a workbook as CSV.'
        : 'Split the file by months.',
  ),
  'unsupported-format': error<
    | { format: keyof typeof UNSUPPORTED }
    | { format: 'office'; name: string }
    | { format: 'workbook'; part: string }
  >(
    (facts) => {
      if (facts.format === 'office') return `The file is ${facts.name}.`;
      if (facts.format === 'workbook')
        return `The part ${facts.part} of the workbook is missing or cannot be read.`;
      return UNSUPPORTED[facts.format][0];
    },
    ({ format }) => {
      if (format === 'office') return SAVE_ANEW;
      if (format === 'workbook') return 'Open the workbook in Excel and save it again.';
      return UNSUPPORTED[format][1];
    },
  ),
  'not-a-report': error<
    { shows: 'a web page' } | { shows: 'a status'; status: string; percent: string | null; said: string }
  >(
    (facts) =>
      facts.shows === 'a web page'
        ? 'The file is a web page or XML. The portal probably sent an error page.'
        : `The portal had not finished the export (${facts.status}${facts.percent === null ? '' : `, ${facts.percent}% done`}). It sent the message "${facts.said}" instead.`,
    ({ shows }) => (shows === 'a web page' ? DOWNLOAD_AGAIN : 'Download the report again later.'),
  ),
  'partial-export': error<
    | { sign: 'next page'; records: number }
    | { sign: 'count'; records: number; of: string }
    | { sign: 'key'; key: string }
    | { sign: 'failure'; text: string }
  >(
    (facts) => {
      if (facts.sign === 'failure')
        return `"${facts.text}" is no row and no note. It says that something failed, or that rows are left out.`;
      if (facts.sign === 'key')
        return `The file has the key "${facts.key}" beside its records. The key may announce more records.`;
      if (facts.sign === 'count') return `The file has ${facts.records} of ${facts.of} records.`;
      return `The file is one page of several. It has ${plural(facts.records, 'record')} and a link to the next page.`;
    },
    ({ sign }) =>
      ({
        'next page': 'Export all pages as one file.',
        count: 'Export all records as one file.',
        key: 'Check that the file is complete, then save only the records.',
        failure: `${DOWNLOAD_AGAIN} If the file has all rows, remove this text.`,
      })[sign],
  ),
  'encrypted-workbook': error(
    'The workbook is protected by a password.',
    'Open it, remove the password and save it.',
  ),
  'damaged-workbook': error<{ reason: string }>(
    ({ reason }) => `The workbook cannot be read (${reason}).`,
    'Download it again, or open it in Excel and save it.',
  ),
  'bad-encoding': error<{ encoding: string | null }>(
    ({ encoding }) =>
      encoding === null
        ? 'The file seems to be UTF-32, or UTF-16 without a byte order mark.'
        : `The file declares ${encoding}, but its bytes are not ${encoding}.`,
    'Save it again as UTF-8.',
  ),
  'malformed-file': error<
    | { fault: 'several documents' }
    | { fault: 'json'; reason: string }
    | { fault: 'quotation mark'; reason: string }
    | { fault: 'several lines'; text: string }
  >(
    (facts) => {
      if (facts.fault === 'several documents')
        return 'The file contains several JSON objects one after another (JSON Lines).';
      if (facts.fault === 'json') return `The file is not valid JSON. ${toSentence(facts.reason)}`;
      if (facts.fault === 'quotation mark')
        return `A quotation mark opens a cell and does not close it (${facts.reason}).`;
      return `One cell contains several lines, and one of them looks like a row: "${facts.text}".`;
    },
    ({ fault }) =>
      ({
        'several documents': 'Export them as one array, or as CSV.',
        json: `The file may be incomplete. ${DOWNLOAD_AGAIN}`,
        'quotation mark': `The file may be incomplete, or edited by hand. ${DOWNLOAD_AGAIN}`,
        'several lines': 'Remove the quotation mark that has no partner.',
      })[fault],
  ),
  'damaged-archive': error<{ sha256: string }>(
    ({ sha256 }) => `The archived file differs from the file that was received (${sha256}).`,
    'Restore it from a backup.',
  ),
  'damaged-origin': warning<{ note: string; reason: string }>(
    ({ note, reason }) =>
      `The download note ${note} cannot be read (${reason}). The report is loaded without its origin.`,
  ),
  'windows-1252': info(
    'The file is not UTF-8. It was read as Windows-1252, the encoding of older Excel exports.',
    'Check names that have accents.',
  ),
  'withdrawn-report': warning<{ at: string; reason: string }>(
    ({ at, reason }) => `This report was withdrawn on ${formatTime(at)} (${reason}). It is skipped.`,
    'If its figures are right after all, run allocations ingest with a copy that has other bytes, for example an empty line at the end.',
  ),
};
