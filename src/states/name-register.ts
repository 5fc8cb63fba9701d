import { ID_SPAN } from '../domain/jurisdiction.ts';

/** The register of a state whose reports print names and no codes: permanent numbers of codes that are made of names. */
export interface NameRegister {
  has(code: string): boolean;
  numberOf(code: string): number;
  /** The code that counts: the register lists the codes of former spellings with it. */
  currentCode(code: string): string;
}

/**
 * Opens a register. An entry is the number of a code, or the code that counts in place of a former spelling. Never
 * change a number: it is part of a permanent id. A code that gets an entry later keeps the number that it had before.
 *
 * Numbers below `firstUnlisted` belong to the register. A code that it does not list has a number from there on, which
 * depends on the code alone: not on other codes, and not on the order in which reports are loaded. If two such codes
 * have one number, the report that brings the second one is refused.
 */
export function openNameRegister(
  entries: Readonly<Record<string, number | string>>,
  firstUnlisted: number,
): NameRegister {
  const listed = new Map(Object.entries(entries));
  const currentCode = (code: string) => {
    const entry = listed.get(code);
    return typeof entry === 'string' ? entry : code;
  };
  return {
    has: (code) => listed.has(code),
    numberOf: (code) => {
      const number = listed.get(currentCode(code));
      return typeof number === 'number' ? number : unlistedNumber(code, firstUnlisted);
    },
    currentCode,
  };
}

export function unlistedNumber(code: string, firstUnlisted: number): number {
  return firstUnlisted + (hashOf(code) % (ID_SPAN - firstUnlisted));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
