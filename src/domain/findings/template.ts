/** Texts with slots for facts: `{title} of {period month} has {share percent} fewer jurisdictions.` */

import { dayInWords } from '../calendar-day.ts';
import { slugOf, titleCase } from '../jurisdiction.ts';
import { formatCount, formatGrouped, formatMoney } from '../money.ts';
import { fieldInWords, periodInWords } from '../text/wording.ts';

/** The facts that the formatters show. A slot without a formatter shows a text or a number. */
interface Formatted {
  /** Cents; `null` for a blank cell. */
  amount: number | null;
  /** A month, a quarter, a day or a time, or several of them in a text. */
  month: string;
  /** A part of 1. */
  percent: number;
  /** The name of a jurisdiction. The fact `code` has the code that the state gives it. */
  place: string;
  list: readonly string[];
  /** The name of a field. */
  field: string;
}

type FactOf<Slot extends string> = Slot extends `${infer Name} ${infer Format extends keyof Formatted}`
  ? Readonly<Record<Name, Formatted[Format]>> & (Format extends 'place' ? { readonly code: string } : object)
  : Readonly<Record<Slot, string | number>>;

/** The facts that a template needs. */
export type SlotFacts<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? FactOf<Slot> & SlotFacts<Rest>
  : object;

/** Facts as they were stored: another version may have stored them, or a person changed them. */
export type StoredFacts = Readonly<Record<string, unknown>>;

/** A slot: the name of its fact, and its formatter. */
const SLOT = /\{(\w+)(?: (\w+))?\}/g;
const PERIOD = /\b\d{4}(?:-\d{2}(?:-\d{2}(?:T[\d:.]+Z)?)?|Q[1-4])\b/g;

const FORMATTERS: Readonly<Record<string, (fact: unknown, facts: StoredFacts) => string>> = {
  amount: (fact) => (fact === null ? 'blank' : formatMoney(numberOf(fact))),
  month: (fact) =>
    textOf(fact).replace(PERIOD, (period) =>
      period.length > 7 ? dayInWords(period) : periodInWords(period),
    ),
  percent: (fact) => `${formatGrouped(Math.round(numberOf(fact) * 1000), 1)}%`,
  place: (fact, { code }) => placeName(textOf(fact), textOf(code)),
  list: (fact) => {
    if (!Array.isArray(fact)) throw new TypeError('a fact is not a list');
    return fact.map((item) => periodInWords(textOf(item))).join(', ');
  },
  field: (fact) => fieldInWords(textOf(fact)),
};

/** Fills the slots. Throws if a fact is missing or does not fit its slot. */
export function fillTemplate(template: string, facts: StoredFacts): string {
  return template.replace(SLOT, (_, name: string, format?: string) => {
    const fact = facts[name];
    if (format === undefined) return typeof fact === 'number' ? formatCount(fact) : textOf(fact);
    const show = FORMATTERS[format];
    if (!show) throw new Error(`unknown formatter ${format}`);
    return show(fact, facts);
  });
}

/** The template for a reader of the documents: `{sha256}` is `SHA256`. */
export function templateInWords(template: string): string {
  return template.replace(SLOT, (_, name: string) => name.toUpperCase());
}

/** `Alder Creek (01990)`. A code that only repeats the name, where a state gives none, is left out. */
export function placeName(name: string, code: string): string {
  const shown = titleCase(name);
  return code.endsWith(slugOf(name)) ? shown : `${shown} (${code})`;
}

function textOf(fact: unknown): string {
  if (typeof fact !== 'string') throw new TypeError('a fact is not a text');
  return fact;
}

function numberOf(fact: unknown): number {
  if (typeof fact !== 'number') throw new TypeError('a fact is not a number');
  return fact;
}
