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
  /** How the first thousand bytes of a workbook begin. The other formats are texts. */
  sign?: RegExp;
}

/** A zip file whose first part has a name. */
const ZIP = 'PK\u0003\u0004';

/** Matches a text in UTF-8 and in UTF-16. */
function spaced(text: string): string {
  return [...text].join('\0?');
}

/** Every format that is read, in one list: for recognition, downloads, the archive, reading threads and the documents. */
export const FORMATS: readonly Format[] = [
  // the directory at the end of the file tells a binary workbook from the other one
  {
    name: 'xlsx',
    title: 'Excel workbook',
    endings: ['.xlsx', '.xlsm'],
    sign: new RegExp(`^${ZIP}(?!.{26}mimetype)`, 's'),
  },
  { name: 'xlsb', title: 'binary Excel workbook', endings: ['.xlsb'] },
  {
    name: 'ods',
    title: 'OpenDocument spreadsheet',
    endings: ['.ods'],
    sign: new RegExp(`^${ZIP}.{26}mimetype`, 's'),
  },
  {
    name: 'xls',
    title: 'workbook of Excel 97 to 2003',
    endings: ['.xls'],
    // the beginning of every compound file
    sign: /^\xd0\xcf.\xe0\xa1\xb1.\xe1/s,
  },
  {
    name: 'xml',
    title: 'XML spreadsheet of Excel 2003',
    endings: ['.xls', '.xml'],
    // in UTF-16, a zero byte follows each letter. A web page may name the same schema
    sign: new RegExp(
      `^(?!.*${spaced('<html')}).*${spaced('urn:schemas-microsoft-com:office:spreadsheet')}`,
      'is',
    ),
  },
  { name: 'json', title: 'JSON', endings: ['.json'], omitsBlanks: true },
  {
    name: 'csv',
    title: 'CSV: comma, tab, semicolon or bar',
    endings: ['.csv', '.tsv'],
    hasSeparators: true,
  },
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
export function workbookFormatOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1');
  return FORMATS.find(({ sign }) => sign?.test(start))?.name;
}

export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
