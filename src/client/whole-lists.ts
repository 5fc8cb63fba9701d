import { answered, type CallOptions, type FieldsOf } from './calls.ts';
import type { Client } from './generated/client/index.ts';
import type { ItemOf, ListOperation } from './pages.ts';

/** All records of a list, which arrive one after the other. */
export interface WholeList<Item> {
  /** The version of the dataset that all records are of. */
  version: string | null;
  records: AsyncGenerator<Item, void>;
  /** Ends the answer, if nobody will read the records. */
  cancel(): Promise<void>;
}

/**
 * Asks for all records of a list in one answer: `readWholeList(listChanges, { client })`. Reading the records throws if
 * the answer is cut off.
 */
export function readWholeList<Called extends ListOperation, Fields extends FieldsOf<Called> = undefined>(
  operation: Called,
  options: CallOptions<Called, Fields> & { query?: { limit?: never; page?: never } },
): Promise<WholeList<ItemOf<Called, Fields>>>;
export async function readWholeList<Item>(
  operation: (options: object) => Promise<{ data?: unknown }>,
  options: { client: Client; query?: object },
): Promise<WholeList<Item>> {
  const query = { ...options.query, format: 'ndjson' };
  const { data, version, headers } = await answered(operation({ ...options, query, parseAs: 'stream' }));
  if (!(data instanceof ReadableStream)) throw new Error('The service does not answer with a list.');
  const total = headers.get('x-total-count');
  return { version, records: parseLines<Item>(data, total), cancel: () => data.cancel() };
}

/** Throws unless as many records arrive as the service announced. */
async function* parseLines<Item>(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  total: string | null,
): AsyncGenerator<Item, void> {
  let count = 0;
  for await (const line of linesOf(bytes)) {
    count += 1;
    yield JSON.parse(line);
  }
  if (total !== null && count !== Number(total))
    throw new Error(`The service sent ${count} of ${total} records. Try again.`);
}

async function* linesOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') throw new Error('The answer ends within a record. Try again.');
  } finally {
    await reader.cancel();
  }
}
