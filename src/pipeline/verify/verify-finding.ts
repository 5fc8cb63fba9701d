import type { RebuiltTable } from '../../store/rebuilt-tables.ts';

/** Something that is wrong. `verify` prints these names in its JSON. */
export interface VerifyFinding {
  /** What was checked: the database file, the archive, or what the dataset stores. */
  about: 'database' | 'archive' | 'counts' | 'corrections' | RebuiltTable['about'];
  message: string;
}

/** Problems of one kind that are listed. */
export const FAULTS_LISTED = 20;

/** Lists the first of many messages. */
export function limitFindings(
  about: VerifyFinding['about'],
  messages: readonly string[],
  advice: string,
): VerifyFinding[] {
  const shown = messages.slice(0, FAULTS_LISTED).map((message) => `${message}. ${advice}`);
  if (messages.length > shown.length) shown.push('There are more problems of this kind.');
  return shown.map((message) => ({ about, message }));
}
