/** Records as JSON shows them. */
export interface JsonRecords {
  /** What stands before the records: `{"total": 3}`. */
  head: object;
  name: string;
  records(): Iterable<object>;
}

/** Writes records as one JSON object, piece by piece: the head, then the list. */
export function* jsonPieces({ head, name, records }: JsonRecords): Generator<string> {
  const start = JSON.stringify(head).slice(0, -1);
  yield `${start}${start === '{' ? '' : ','}${JSON.stringify(name)}:[`;
  let separator = '';
  for (const record of records()) {
    yield `${separator}${JSON.stringify(record)}`;
    separator = ',';
  }
  yield ']}\n';
}

/** Writes records as JSON, one a line. */
export function* ndjsonPieces({ records }: JsonRecords): Generator<string> {
  for (const record of records()) yield `${JSON.stringify(record)}\n`;
}
