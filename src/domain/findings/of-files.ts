import { formatCount } from '../money.ts';
import { shortHash } from '../text/sha256.ts';
import { counted } from '../text/wording.ts';
import { error, info, warning } from './entry.ts';

const EXPORT_AGAIN = 'export the report as CSV, XLSX or JSON';
const SAVE_ANEW = 'save it as .xlsx or CSV';

/** Formats that are not read: what the file is, and what to do about it. */
const UNSUPPORTED = {
  pdf: ['the file is a PDF', EXPORT_AGAIN],
  unknown: ['the file is neither a text nor an XLSX workbook', EXPORT_AGAIN],
  'zip without sheets': ['the file is a zip file without sheets', EXPORT_AGAIN],
  xls: ['the file is an old binary workbook (.xls) or another old Office file', SAVE_ANEW],
} as const;

const UNREADABLE = {
  folder: [
    'the folder cannot be read',
    'check its permissions, or put the reports into one that does not hold it',
  ],
  'not a file': ['not a regular file', 'give files or folders'],
  name: ['the name is not UTF-8', 'rename it'],
  changed: ['the file changed while it was read', 'run again when it is written to its end'],
} as const;

/** Sizes above which a file is not read: what is too large, in which unit, and what to do about it. */
const TOO_LARGE = {
  file: (most: string) => `the file is larger than ${most} MiB`,
  lines: (most: string, found: string) => `the file has ${found} lines, more than ${most}`,
  cells: (most: string, found: string) => `the file has ${found} cells, more than ${most}`,
  'quotation marks': (most: string, found: string) =>
    `the file has ${found} quotation marks, more than ${most}`,
  'JSON objects': (most: string, found: string) =>
    `the file has ${found} JSON objects and lists, more than ${most}`,
  'JSON values': (most: string, found: string) => `the file has ${found} JSON values, more than ${most}`,
  rows: (most: string, found: string) => `the workbook has ${found} rows, more than ${most}`,
  unpacked: (most: string) => `the workbook unpacks to more than ${most} MiB`,
  time: (most: string) => `the workbook takes more than ${most} seconds to read`,
  memory: (most: string) => `the workbook cannot be read in ${most} MiB of memory`,
};

/** Findings about a file as a whole, before its header is looked for. */
export const FILE_FINDINGS = {
  'empty-file': error<{ holds: 'nothing' | 'blanks' | 'a header' }>(
    ({ holds }) =>
      ({
        nothing: 'the file is empty (0 bytes)',
        blanks: 'the file holds nothing but blanks',
        'a header': 'there is no row under the header',
      })[holds],
    'download it again',
  ),
  'unreadable-file': error<{ reason: keyof typeof UNREADABLE } | { reason: 'system'; systemMessage: string }>(
    (facts) =>
      facts.reason === 'system'
        ? `the file cannot be read (${facts.systemMessage})`
        : UNREADABLE[facts.reason][0],
    (facts) => (facts.reason === 'system' ? 'check its permissions' : UNREADABLE[facts.reason][1]),
  ),
  'file-too-large': error<{ limit: keyof typeof TOO_LARGE; most: number; found?: number }>(
    ({ limit, most, found = 0 }) => TOO_LARGE[limit](formatCount(most), formatCount(found)),
    ({ limit }) =>
      !['rows', 'unpacked', 'time', 'memory'].includes(limit)
        ? 'split it by months'
        : 'split it, or export it as CSV',
  ),
  'unsupported-format': error<
    | { format: keyof typeof UNSUPPORTED }
    | { format: 'office'; name: string }
    | { format: 'workbook'; part: string }
    | { format: 'escaped percent' }
  >(
    (facts) => {
      if (facts.format === 'office') return `the file is ${facts.name}`;
      if (facts.format === 'workbook')
        return `the part ${facts.part} is missing, or stored where it cannot be read`;
      if (facts.format === 'escaped percent')
        return 'a number format has an escaped percent sign, so it cannot be told whether 7 or 7 % is meant';
      return UNSUPPORTED[facts.format][0];
    },
    ({ format }) => {
      if (format === 'office') return SAVE_ANEW;
      if (format === 'workbook') return 'open the workbook in Excel and save it again';
      if (format === 'escaped percent') return 'export as CSV';
      return UNSUPPORTED[format][1];
    },
  ),
  'not-a-report': error<
    { shows: 'a web page' } | { shows: 'a status'; status: string; percent: string | null; said: string }
  >(
    (facts) =>
      facts.shows === 'a web page'
        ? 'the file is a web page or XML, not a report: the portal probably showed an error page'
        : `the portal was still making this export (${facts.status}${facts.percent === null ? '' : `, ${facts.percent} % done`}): "${facts.said}"`,
    ({ shows }) => (shows === 'a web page' ? 'download it again' : 'download it again later'),
  ),
  'partial-export': error<
    | { sign: 'next page'; records: number }
    | { sign: 'count'; records: number; of: string }
    | { sign: 'key'; key: string }
  >(
    (facts) => {
      if (facts.sign === 'key')
        return `beside the records the file has "${facts.key}", which may say that there are more`;
      if (facts.sign === 'count') return `the file has ${facts.records} of ${facts.of} records`;
      return `the file is one page of several (it has ${counted(facts.records, 'record')} and a link to the next page)`;
    },
    ({ sign }) =>
      ({
        'next page': 'export all pages as one file',
        count: 'export all of them as one file',
        key: 'see that it is whole, and save the records alone',
      })[sign],
  ),
  'encrypted-workbook': error('the workbook is protected by a password', 'open it and save it without one'),
  'damaged-workbook': error<{ reason: string }>(
    ({ reason }) => `the workbook cannot be read (${reason})`,
    'download it again, or open and save it in Excel',
  ),
  'bad-encoding': error<{ encoding: string | null }>(
    ({ encoding }) =>
      encoding === null
        ? 'the file seems to be UTF-16 without a byte order mark, or UTF-32'
        : `the file says it is ${encoding} but its bytes are not`,
    'save it again as UTF-8',
  ),
  'malformed-file': error<
    | { fault: 'several documents' }
    | { fault: 'json'; reason: string }
    | { fault: 'quotation mark'; reason: string }
    | { fault: 'several lines'; text: string }
  >(
    (facts) => {
      if (facts.fault === 'several documents')
        return 'the file holds several JSON objects one after another (JSON lines)';
      if (facts.fault === 'json') return facts.reason;
      if (facts.fault === 'quotation mark')
        return `${facts.reason}: a quotation mark opens a cell that never closes properly`;
      return `a cell holds several lines, a row among them ("${facts.text}")`;
    },
    ({ fault }) =>
      ({
        'several documents': 'export them as one array, or as CSV',
        json: 'the file may be cut off: download it again',
        'quotation mark': 'the file may be cut off or edited by hand',
        'several lines': 'a quotation mark may stand there that belongs to no other',
      })[fault],
  ),
  'damaged-archive': error<{ sha256: string }>(
    ({ sha256 }) => `the archived file is no longer the one received (${sha256})`,
    'restore it from a backup',
  ),
  'damaged-origin': warning<{ note: string; reason: string }>(
    ({ note, reason }) =>
      `where the file was downloaded from is noted in ${note}, which cannot be read (${reason})`,
    'the report is taken without its origin',
  ),
  'windows-1252': info(
    'the file is not UTF-8; it was read as Windows-1252, the encoding of older Excel exports',
  ),
  'withdrawn-report': warning<{ at: string; reason: string }>(
    ({ at, reason }) => `this report was withdrawn at ${at} (${reason})`,
    'it is left out',
  ),
  'returned-report': warning<{ receivedAt: string; laterReceivedAt: string; laterSha256: string }>(
    ({ receivedAt, laterReceivedAt }) =>
      `this is the report of ${receivedAt} again; what lay here since, received at ${laterReceivedAt}, goes on counting`,
    ({ laterSha256 }) =>
      `where the earlier one is right, take the later one out: allocations withdraw ${shortHash(laterSha256)} --reason "the source took it back"`,
  ),
  'outside-range': info<{ rows: number }>(
    ({ rows }) =>
      `${counted(rows, 'row')} of months that were not asked for ${rows === 1 ? 'was' : 'were'} left out`,
  ),
};
