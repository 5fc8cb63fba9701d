import { startsWith } from '../../domain/text/bytes.ts';

/** A format of reports. Its content decides, never its name. */
interface Format {
  name: string;
  /** How the documents name it. */
  title: string;
  /** Endings of its files. */
  endings: readonly string[];
  /** The first bytes of a file that is not text. A file like this is read in a thread of its own. */
  signature: readonly number[] | null;
}

/** Every format that is read, in one list: for recognition, downloads, the archive, reading threads and the documents. */
export const FORMATS = [
  { name: 'xlsx', title: 'Excel workbook', endings: ['.xlsx'], signature: [0x50, 0x4b] },
  { name: 'json', title: 'JSON', endings: ['.json'], signature: null },
  { name: 'csv', title: 'CSV: comma, tab, semicolon or bar', endings: ['.csv', '.tsv'], signature: null },
  { name: 'txt', title: 'lines that a report kind reads', endings: ['.txt'], signature: null },
] as const satisfies readonly Format[];

export type FormatName = (typeof FORMATS)[number]['name'];

/** The names of all formats. The archive names files after them. */
export const FORMAT_NAMES: readonly FormatName[] = FORMATS.map(({ name }) => name);

/** Endings of report files. */
export const REPORT_ENDINGS: readonly string[] = FORMATS.flatMap(({ endings }) => [...endings]);

/** The format of a file that is not text; undefined if it may be text. */
export function binaryFormatOf(bytes: Uint8Array): FormatName | undefined {
  return FORMATS.find(({ signature }) => signature !== null && startsWith(bytes, signature))?.name;
}

/** Whether a text is JSON, or tries to be. */
export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
