import iconv from 'iconv-lite';
import { type Finding, finding } from '../../domain/findings/finding.ts';
import { EXPORT_AGAIN } from './grid.ts';

const BYTE_ORDER_MARKS: readonly { encoding: string; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a binary file from a text
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000e-\u001f\u007f\ufffe\uffff]/;

/** DOS programs, and some of today's programs, end a text with this character. */
const END_OF_TEXT = '\u001a';
/** The start of a text with two or four bytes per character and no mark, or with the mark of four bytes. */
const WIDE_CHARACTERS = wideCharacters(String.raw`[\t\r\n -~]`);

/**
 * Decodes a text: UTF-8, UTF-16 with a byte order mark, else Windows-1252 (with an info finding). Line ends become `\n`;
 * a final Ctrl-Z is removed. If the bytes are not text, `text` is `null` and the findings hold the error.
 */
export function decodeText(bytes: Uint8Array): { text: string | null; findings: Finding[] } {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  const text = decode(bytes, marked?.encoding ?? 'utf-8');
  if (text !== null) return accept(text, bytes, []);
  if (marked) {
    const encoding = marked.encoding.toUpperCase();
    return {
      text: null,
      findings: [badEncoding(`The file declares ${encoding}, but its bytes are not ${encoding}.`)],
    };
  }
  // Node's own decoder reads Windows-1252 as Latin-1. Undefined bytes become a control character
  const western = iconv.decode(Buffer.from(bytes), 'windows-1252').replaceAll('\ufffd', '\u0081');
  return accept(western, bytes, [finding('windows-1252', {})]);
}

function accept(
  decoded: string,
  bytes: Uint8Array,
  findings: Finding[],
): { text: string | null; findings: Finding[] } {
  const text = decoded.endsWith(END_OF_TEXT) ? decoded.slice(0, -1) : decoded;
  if (CONTROL_CHARACTERS.test(text)) return { text: null, findings: [refusalOf(bytes)] };
  return { text: text.replace(/\r\n?/g, '\n'), findings };
}

/** Why bytes that are not text in a known encoding are refused. */
function refusalOf(bytes: Uint8Array): Finding {
  const isWide = WIDE_CHARACTERS.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'));
  return isWide
    ? badEncoding('The file seems to be UTF-32, or UTF-16 without a byte order mark.')
    : finding('unreadable-file', {
        what: 'The file is neither text nor a workbook.',
        advice: EXPORT_AGAIN,
      });
}

function badEncoding(what: string): Finding {
  return finding('damaged-file', { what, advice: 'Save it again as UTF-8.' });
}

/** Matches four such characters with zero bytes before or after each, or one after the mark of four bytes. */
function wideCharacters(ascii: string): RegExp {
  const utf16 = [String.raw`(?:${ascii}\0){4}`, String.raw`(?:\0${ascii}){4}`];
  const utf32 = [String.raw`(?:${ascii}\0{3}){4}`, String.raw`(?:\0{3}${ascii}){4}`];
  const marked = [String.raw`\xff\xfe\0\0${ascii}\0{3}`, String.raw`\0\0\xfe\xff\0{3}${ascii}`];
  return new RegExp(`^(?:${[...utf16, ...utf32, ...marked].join('|')})`);
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
