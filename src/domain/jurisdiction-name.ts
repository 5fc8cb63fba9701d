/** Comparison of jurisdiction names as people write them. */
import { type JurisdictionType, slugOf } from './jurisdiction.ts';

/** A name and the slugs that are compared. */
export interface ReadName {
  text: string;
  slug: string;
  /** The slug with abbreviations written out: `st-helena` becomes `saint-helena`. */
  spelled: string;
  /** The spelled slug without words like "City of" and "County". */
  place: string;
  /** The type that these words name; `null` without them. */
  type: JurisdictionType | null;
}

/** How well an asked name fits a known name, best first. */
export type NameFit = 'same' | 'same-spelled' | 'same-place' | 'begins' | 'contains';

const WRITTEN_OUT: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
  co: 'county',
};

const TYPE_WORDS: readonly { words: RegExp; type: JurisdictionType | null }[] = [
  { words: /^city-(and-)?county-of-/, type: null },
  { words: /^(city|town|village)-of-/, type: 'city' },
  { words: /^county-of-|-county(-unincorporated(-area)?)?$/, type: 'county' },
];

export function readName(name: string): ReadName {
  const slug = slugOf(name);
  const spelled = slug
    .split('-')
    .map((word) => (Object.hasOwn(WRITTEN_OUT, word) ? WRITTEN_OUT[word] : word))
    .join('-');
  const found = TYPE_WORDS.find(({ words }) => words.test(spelled));
  return {
    text: name,
    slug,
    spelled,
    place: found ? spelled.replace(found.words, '') : spelled,
    type: found?.type ?? null,
  };
}

/** Whether an asked name fits a known name of a jurisdiction of `type`; `null` if the type is unknown. */
export function fitsName(fit: NameFit, asked: ReadName, known: ReadName, type: string | null): boolean {
  if (asked.slug === '') return false;
  const knownType = type ?? known.type ?? asked.type;
  const isOfType = asked.type === null || asked.type === knownType;
  // compare the slug too, because "st" can begin a longer word
  const isPart = (holds: (text: string, part: string) => boolean) =>
    holds(known.slug, asked.slug) ||
    holds(known.spelled, asked.spelled) ||
    (isOfType && holds(known.place, asked.place));
  switch (fit) {
    case 'same':
      return known.slug === asked.slug;
    case 'same-spelled':
      return known.spelled === asked.spelled;
    case 'same-place':
      return isOfType && known.place === asked.place;
    case 'begins':
      return isPart((text, part) => text.startsWith(part));
    case 'contains':
      return isPart((text, part) => text.includes(part));
  }
}

/**
 * Signs of letters that a program damaged before the report was made: a character for a lost letter, an HTML entity,
 * UTF-8 read as Windows-1252, Mac Roman or code page 437, and letters of these two read as Windows-1252.
 */
const DAMAGED = [
  /[\ufffd?\u0080-\u009f\u00ad]/,
  /&(?:#\d+|#x[\da-f]+|[a-z]+\d*);|&[a-z](?:acute|grave|circ|uml|tilde|cedil)/i,
  /[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘-”•–—˜™š›œžŸ]|â€/,
  /[√\u2500-\u259f]/,
  /[€‚ƒ„ˆ‰‹˜›¡¢£¤¥]|[…†‡•™](?=\p{L})/u,
  /\p{Ll}(?:[–—](?=\p{Ll})|[ŽŠŒŸšž](?!\p{Lu}))|\p{Lu}[çêîò](?=\p{Lu})|\p{L}[ŽŒŸ](?=\p{Ll})/u,
  /(?<!\p{L})[çêîò]\p{Ll}|(?<=\p{L})(?<!(?<!\p{L})[DOLdol])’(?!s\b)\p{Ll}/u,
  /\p{L}\u00a0(?!(?:of|and|the|de|del|la|las|los)\b)\p{Ll}/u,
];

export function isDamagedName(name: string): boolean {
  return DAMAGED.some((sign) => sign.test(name));
}

/** A shorter text is too near too many names. */
const SHORTEST_MISSPELLED = 4;

/** Whether an asked name begins a known name but for one letter that is wrong, missing, added or swapped with the next. */
export function isMisspelled(asked: ReadName, known: ReadName): boolean {
  const { length } = asked.slug;
  if (length < SHORTEST_MISSPELLED) return false;
  return [length - 1, length, length + 1].some((end) => isOneSlip(asked.slug, known.slug.slice(0, end)));
}

function isOneSlip(one: string, other: string): boolean {
  let [begin, end] = [0, 0];
  while (begin < one.length && one[begin] === other[begin]) begin += 1;
  const rest = Math.min(one.length, other.length) - begin;
  while (end < rest && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [a, b] = [one.slice(begin, one.length - end), other.slice(begin, other.length - end)];
  const isSwapped = a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
  return isSwapped || (a.length <= 1 && b.length <= 1);
}

/** Finds the county a text names, in any case, with or without "County"; undefined if it is not in `counties`. */
export function parseCounty(text: string, counties: readonly string[]): string | undefined {
  const asked = withoutCounty(text);
  return counties.find((county) => withoutCounty(county) === asked);
}

function withoutCounty(name: string): string {
  return slugOf(name).replace(/-county$/, '');
}
