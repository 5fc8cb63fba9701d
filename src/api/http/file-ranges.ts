/** A part of a file: the places of its first and of its last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads the header `Range`. `null` asks for the whole file: without a range, with several, or with one of another unit.
 * `'beyond'` asks for nothing that the file has.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'beyond' | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(bytes - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start > end ? 'beyond' : { start, end };
}

/** Whether a list of entity tags has this one. `*` matches every tag. */
export function listsTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((listed) => listed.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
