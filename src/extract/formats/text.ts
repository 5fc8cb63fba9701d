import iconv from 'iconv-lite';
import { type Finding, finding } from '../../domain/findings/finding.ts';

const BYTE_ORDER_MARKS: readonly { encoding: string; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: their presence is what tells a binary file from a text
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;

/** What DOS programs end a text with, and some of today's still do. */
const END_OF_TEXT = '\u001a';
/** How a text of two or four bytes a character begins, where nothing says so or what says so is that of four. */
const WIDE_CHARACTERS = wideCharacters(String.raw`[\t\r\n -~]`);

/**
 * Decodes a text file: UTF-8 with or without byte order mark, UTF-16 with one, else Windows-1252 (with an info
 * finding). Line ends become `\n`; one Ctrl-Z at the very end is left out. `text` is `null` where the bytes are no text, with the error in the findings.
 */
export function decodeText(bytes: Uint8Array): { text: string | null; findings: Finding[] } {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  const text = decode(bytes, marked?.encoding ?? 'utf-8');
  if (text !== null) return accept(text, bytes, []);
  if (marked) {
    const facts = { encoding: marked.encoding.toUpperCase() };
    return { text: null, findings: [finding('bad-encoding', facts)] };
  }
  // Node's own decoder takes Windows-1252 for Latin-1; the bytes it leaves undefined become a control character,
  // which is not accepted
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

/** Why bytes are not read that are no text in an encoding known. */
function refusalOf(bytes: Uint8Array): Finding {
  const isWide = WIDE_CHARACTERS.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'));
  return isWide
    ? finding('bad-encoding', { encoding: null })
    : finding('unsupported-format', { format: 'unknown' });
}

/** Characters, printed as this, with zeros behind or before them: four of them, or one where a mark stands before it. */
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
