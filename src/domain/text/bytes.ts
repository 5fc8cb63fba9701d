/** The largest file in bytes: 64 MiB, about five times the longest report of a state. */
export const LARGEST_FILE = 64 * 1024 * 1024;

/** The most bytes that a workbook may unpack to: 256 MiB, about 250,000 rows of 15 columns. */
export const LARGEST_UNPACKED = 256 * 1024 * 1024;

/** The beginning of a web page or XML. */
const MARKUP = /^<[a-z!?]/i;

export function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/** Whether a text without leading blanks is a web page or XML. */
export function isMarkup(text: string): boolean {
  return MARKUP.test(text);
}
