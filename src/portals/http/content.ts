import { isMarkup } from '../../domain/text/bytes.ts';
import { isRecord, parseJson } from '../../domain/text/json.ts';
import { contentFault, excerpt } from './fault.ts';

const COMMA = 0x2c;
const LINE_END = 0x0a;

/**
 * Reads an answer as text. Throws a `FetchFault` for a web page, a status message, bytes that are not text, or so many
 * values that parsing them could use up the memory.
 */
export function readText(bytes: Uint8Array, mostValues: number): string {
  let values = 0;
  for (const byte of bytes) if (byte === COMMA || byte === LINE_END) values += 1;
  if (values > mostValues)
    throw contentFault(
      `The answer has more than ${mostValues.toLocaleString('en-US')} values. Lower page_size of the feed, or set span or first_month to download less at a time`,
    );
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw contentFault('The answer is not UTF-8 text. Check the address');
  }
  refuseForeign(text);
  return text;
}

/** Throws a `FetchFault` for a web page or a status message, which portals send instead of data. */
export function refuseForeign(text: string): void {
  const start = text.slice(0, 4000).trimStart();
  if (isMarkup(start)) {
    const [, title = ''] = /<title[^>]*>([^<]{1,200})/i.exec(start) ?? [];
    const seen = title.trim() === '' ? excerpt(start) : title.trim().replace(/\s+/g, ' ');
    throw contentFault(
      `Not ready: the portal sent a web page instead of data ("${seen}"). Try again later`,
      'later',
    );
  }
  const document = start.startsWith('{') && text.length <= 4000 ? parseJson(start) : null;
  if (isRecord(document) && !('value' in document) && typeof document.message === 'string')
    throw contentFault(
      `Not ready: the portal sent a status message instead of data: "${excerpt(document.message)}". Try again later`,
      'later',
    );
}
