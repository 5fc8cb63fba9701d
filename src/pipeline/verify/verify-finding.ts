import { plural } from '../../domain/text/wording.ts';

/** Something that is wrong. `verify` prints these names in its JSON. */
export interface VerifyFinding {
  /** What was checked: the database file, the archive, or what the dataset stores. */
  about:
    | 'database'
    | 'archive'
    | 'reports'
    | 'rows'
    | 'jurisdictions'
    | 'datapoints'
    | 'findings'
    | 'runs'
    | 'revisions'
    | 'files'
    | 'corrections';
  message: string;
}

/** Lists the first of many messages, and counts the others. */
export function limitFindings(
  about: VerifyFinding['about'],
  messages: readonly string[],
  most: number,
): VerifyFinding[] {
  const rest = messages.length - most;
  const shown = messages.slice(0, most);
  if (rest > 0) shown.push(`${plural(rest, 'more difference')} found.`);
  return shown.map((message) => ({ about, message }));
}
