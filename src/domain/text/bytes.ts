/** What the bytes of a file tell of it, and how many there may be. */

/** Bytes above which a file is refused: 64 MiB, some five times the longest report of a state. */
export const LARGEST_FILE = 64 * 1024 * 1024;

/** Bytes that all workbooks being read at a time may unpack to: 256 MiB, about 250,000 rows of 15 columns. */
export const LARGEST_UNPACKED = 256 * 1024 * 1024;

const ZIP = [0x50, 0x4b];
/** How a web page begins, or XML. */
const MARKUP = /^<(!doctype|html|head|body|\?xml|!--)/i;

export function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/** Whether bytes are those of a zip file, as XLSX workbooks are. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, ZIP);
}

/** Whether a text, from its first character that is no blank, is a web page or XML. */
export function isMarkup(text: string): boolean {
  return MARKUP.test(text);
}
