import { isMarkup } from '../../domain/text/bytes.ts';
import { isRecord, parseJson } from '../../domain/text/json.ts';
import { FetchFault } from './fault.ts';

const SHOWN = 120;
const COMMA = 0x2c;
const LINE_END = 0x0a;

/** An answer as text. Throws a `FetchFault` for a web page, for a status message in place of data, and for no text. */
export function readText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FetchFault('the answer is no text in UTF-8', 'none', 200);
  }
  refuseForeign(text);
  return text;
}

/** Throws a `FetchFault` for a text of so many values that reading it could end the program. */
export function refuseTooMany(text: string, most: number): void {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === LINE_END) values += 1;
  }
  if (values > most)
    throw new FetchFault(
      `the answer has more than ${most.toLocaleString('en-US')} values; ask for less at a time (page_size, span, first_month)`,
      'none',
      200,
    );
}

/** Throws where a text is what portals show in place of data. */
export function refuseForeign(text: string): void {
  const start = text.slice(0, 4000).trimStart();
  if (isMarkup(start)) {
    const [, title = ''] = /<title[^>]*>([^<]{1,200})/i.exec(start) ?? [];
    const seen = title.trim() === '' ? excerpt(start) : title.trim().replace(/\s+/g, ' ');
    throw new FetchFault(`not ready: a web page came in place of data ("${seen}"); try later`, 'later', 200);
  }
  const status = statusIn(start, text.length);
  if (status !== null) throw new FetchFault(`not ready: ${status}; try later`, 'later', 200);
}

/** What a portal says while it is still making an export; `null` where the text is something else. */
function statusIn(start: string, length: number): string | null {
  if (!start.startsWith('{') || length > 4000) return null;
  const document = parseJson(start);
  if (!isRecord(document) || 'value' in document) return null;
  const text = (key: string) => {
    const value = document[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const [message, status, progress] = [text('message'), text('status'), text('progressInPercent')];
  if (message === null) return null;
  const state = [status, progress === null ? null : `${progress} % done`].filter((part) => part !== null);
  return `a status message came in place of data${state.length > 0 ? ` (${state.join(', ')})` : ''}: "${excerpt(message)}"`;
}

/** The beginning of a text on one line. */
export function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
