import type { Print } from './readings.ts';

/** The texts of a row in lower case, without accents, punctuation and footnote marks. */
export function wordsOf(row: readonly Print[]): Set<string> {
  const words = new Set<string>();
  for (const print of row) {
    const text = ('text' in print ? print.text : print.number).slice(0, 400);
    for (const form of [text, text.replace(/(?:\s?\[[^\]]{1,3}\])+\s*$/, '')]) words.add(wordOf(form));
  }
  return words;
}

function wordOf(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['\u2019]/g, '');
  return letters
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');
}
