import iconv from 'iconv-lite';
import { type Finding, finding } from '../domain/finding.ts';

const BYTE_ORDER_MARKS: readonly { encoding: string; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: their presence is what tells a binary file from a text
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;

/**
 * Decodes a text file: UTF-8 with or without byte order mark, UTF-16 with one, else Windows-1252 (with an info
 * finding). Line ends become `\n`. `text` is `null` where the bytes are no text, with the error in the findings.
 */
export function decodeText(bytes: Uint8Array): { text: string | null; findings: Finding[] } {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  const text = decode(bytes, marked?.encoding ?? 'utf-8');
  if (text !== null) return accept(text, []);
  if (marked) {
    const message = `the file says it is ${marked.encoding.toUpperCase()} but its bytes are not; save it again as UTF-8`;
    return { text: null, findings: [finding('bad-encoding', message)] };
  }
  // Node's own decoder takes Windows-1252 for Latin-1; the bytes it leaves undefined become a control character,
  // which is not accepted
  const western = iconv.decode(Buffer.from(bytes), 'windows-1252').replaceAll('\ufffd', '\u0081');
  const message = 'the file is not UTF-8; it was read as Windows-1252, the encoding of older Excel exports';
  return accept(western, [finding('windows-1252', message)]);
}

function accept(text: string, findings: Finding[]): { text: string | null; findings: Finding[] } {
  if (CONTROL_CHARACTERS.test(text)) {
    const message = 'the file is neither a text nor an XLSX workbook; export the report as CSV, XLSX or JSON';
    return { text: null, findings: [finding('unsupported-format', message)] };
  }
  return { text: text.replace(/\r\n?/g, '\n'), findings };
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
