import type { WorkbookReader } from './grid.ts';

/** A format of reports. Its content decides, never its name. */
interface Format {
  name: string;
  /** How the documents name it. */
  title: string;
  endings: readonly string[];
  /** Whether separators make its cells, so that a line can be cut short or a stray mark can split or join cells. */
  hasSeparators?: true;
  /** Whether its records leave out fields without a value. */
  omitsBlanks?: true;
  /** For workbooks, which are read in a thread of their own. The others are texts. */
  workbook?: {
    /** What the first thousand bytes have. */
    sign: RegExp;
    /** Loads its reader: the libraries load slowly, and few reports are workbooks. */
    load: () => Promise<WorkbookReader>;
  };
}

/** Every format that is read, in one list: for recognition, downloads, the archive, reading threads and the documents. */
export const FORMATS: readonly Format[] = [
  {
    name: 'xlsx',
    title: 'Excel workbook',
    endings: ['.xlsx'],
    workbook: {
      sign: /^PK/,
      load: async () => (await import('./workbook/workbook.ts')).readWorkbook,
    },
  },
  {
    name: 'xls',
    title: 'workbook of Excel 97 to 2003',
    endings: ['.xls'],
    workbook: {
      // the beginning of every compound file
      sign: /^\xd0\xcf.\xe0\xa1\xb1.\xe1/s,
      load: async () => (await import('./xls/xls.ts')).readXls,
    },
  },
  {
    name: 'xml',
    title: 'XML spreadsheet of Excel 2003',
    endings: ['.xls', '.xml'],
    workbook: {
      // in UTF-16, a zero byte follows each letter
      sign: new RegExp([...'urn:schemas-microsoft-com:office:spreadsheet'].join('\0?')),
      load: async () => (await import('./xml-spreadsheet.ts')).readXmlSpreadsheet,
    },
  },
  { name: 'json', title: 'JSON', endings: ['.json'], omitsBlanks: true },
  {
    name: 'csv',
    title: 'CSV: comma, tab, semicolon or bar',
    endings: ['.csv', '.tsv'],
    hasSeparators: true,
  },
  { name: 'txt', title: 'lines that a report kind reads', endings: ['.txt'] },
];

/** The names of all formats. The archive names files after them. */
export const FORMAT_NAMES: readonly string[] = FORMATS.map(({ name }) => name);

export const REPORT_ENDINGS: readonly string[] = FORMATS.flatMap(({ endings }) => [...endings]);

/** Whether separators make the cells of a format. */
export function hasSeparators(format: string): boolean {
  return FORMATS.some(({ name, hasSeparators: has }) => name === format && has);
}

/** Whether records of a format leave out fields without a value. */
export function omitsBlanks(format: string): boolean {
  return FORMATS.some(({ name, omitsBlanks: omits }) => name === format && omits);
}

/** How many bytes decide whether a file is a workbook. */
const LOOKED_AT = 1000;

/** The format of a workbook; undefined if the file is none. */
export function workbookFormatOf(bytes: Uint8Array): Required<Format> | undefined {
  const start = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1');
  return FORMATS.filter(isWorkbook).find(({ workbook }) => workbook.sign.test(start));
}

function isWorkbook(format: Format): format is Required<Format> {
  return format.workbook !== undefined;
}

export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
