import { answered } from './connect.ts';
import type { Client } from './generated/client/index.ts';

/** All records of a list, which arrive one after the other. */
export interface WholeList<Item> {
  version: string | null;
  records: AsyncGenerator<Item, void>;
  /** Ends the answer, if nobody will read the records. */
  cancel(): Promise<void>;
}

/**
 * Asks for all records of a list in one answer. They are of one version of the dataset. Reading them throws if the
 * answer is cut off.
 */
export async function readWholeList<Item>(
  client: Client,
  url: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<WholeList<Item>> {
  const { data, version } = await answered(
    client.get({
      url,
      query: { ...query, format: 'ndjson' },
      security: [{ scheme: 'bearer', type: 'http' }],
      parseAs: 'stream',
    }),
  );
  if (!(data instanceof ReadableStream)) throw new Error(`${url} does not answer with a list.`);
  return { version, records: parseLines<Item>(data), cancel: () => data.cancel() };
}

async function* parseLines<Item>(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Item, void> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  } finally {
    // also if the caller stops before the end
    await reader.cancel();
  }
  if (rest !== '') throw new Error('The list ends within a record. Try again.');
}
