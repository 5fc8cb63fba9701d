import { type CallOptions, call, type FieldsOf, type UntypedOptions } from './calls.ts';
import type { ServiceClient } from './connection.ts';
import type { ItemOf, ListPath } from './pages.ts';

/** All records of a list, which arrive one after the other. */
export interface WholeList<Item> {
  /** The version of the dataset that all records are of. */
  version: string | null;
  records: AsyncGenerator<Item, void>;
  /** Ends the answer, if nobody will read the records. */
  cancel(): Promise<void>;
}

/**
 * Asks for all records of a list in one answer: `readWholeList(client, '/api/changes')`. Reading the records throws if the
 * answer is cut off.
 */
export function readWholeList<Path extends ListPath, Fields extends FieldsOf<Path> = undefined>(
  client: ServiceClient,
  path: Path,
  options?: CallOptions<Path, Fields> & { query?: { limit?: never; page?: never } },
): Promise<WholeList<ItemOf<Path, Fields>>>;
export async function readWholeList(
  client: ServiceClient,
  path: ListPath,
  options: UntypedOptions = {},
): Promise<WholeList<unknown>> {
  const asked: UntypedOptions = {
    ...options,
    query: { ...options.query, format: 'ndjson' },
    parseAs: 'stream',
  };
  const { data, version, headers } = await call(client, path, asked as object);
  const bytes: unknown = data;
  const total = headers.get('x-total-count');
  if (!(bytes instanceof ReadableStream)) throw new Error('The service does not answer with a list.');
  if (total === null || !/^\d+$/.test(total))
    throw new Error('The answer has no header X-Total-Count. Check the proxies before the service.');
  return { version, records: parseLines(bytes, Number(total)), cancel: () => bytes.cancel() };
}

/** Throws unless as many records arrive as the service announced. */
async function* parseLines(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  total: number,
): AsyncGenerator<unknown, void> {
  let count = 0;
  for await (const line of linesOf(bytes)) {
    count += 1;
    yield JSON.parse(line);
  }
  if (count !== total) throw new Error(`The service sent ${count} of ${total} records. Try again.`);
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
