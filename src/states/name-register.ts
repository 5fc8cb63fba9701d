/**
 * Numbers below this one belong to registers. A code that a register does not list has a number from here on, which
 * depends on the code alone: not on other codes, and not on the order in which reports are loaded.
 */
const FIRST_UNLISTED = 4_000_000;
const UNLISTED_NUMBERS = 6_000_000;

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
 */
export function openNameRegister(entries: Readonly<Record<string, number | string>>): NameRegister {
  const listed = new Map(Object.entries(entries));
  const currentCode = (code: string) => {
    const entry = listed.get(code);
    return typeof entry === 'string' ? entry : code;
  };
  return {
    has: (code) => listed.has(code),
    numberOf: (code) => {
      const number = listed.get(currentCode(code));
      return typeof number === 'number' ? number : unlistedNumber(code);
    },
    currentCode,
  };
}

/** The number of a code that no register lists. */
export function unlistedNumber(code: string): number {
  return FIRST_UNLISTED + (hashOf(code) % UNLISTED_NUMBERS);
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
