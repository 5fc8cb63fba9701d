/** Words for counts, lists, places and times. */
import { formatCount } from '../money.ts';
import { formatMonth, parseMonth } from '../month.ts';

/** Names that a list shows before it only counts. */
const NAMED = 3;

/** `reports`, `summaries`. */
export function pluralOf(word: string): string {
  return `${word.replace(/(?<![aeiou])y$/, 'ie')}s`;
}

/** A place of a type: `city`, `transit authority`; `place` if it is not known. */
export function typeInWords(type: string | null | undefined): string {
  return type === 'transit' ? 'transit authority' : (type ?? 'place').replaceAll('_', ' ');
}

/** `Cities of Alameda County`; all places of a state have its name. */
export function nameGroup(
  { type, county }: { type: string | null; county: string | null },
  state: string,
): string {
  if (type === null && county === null) return state;
  return `${capitalized(pluralOf(typeInWords(type)))} of ${county === null ? state : `${county} County`}`;
}

/** `1 report`, `2,400 reports`. */
export function plural(count: number, word: string, words = pluralOf(word)): string {
  return `${formatCount(count)} ${count === 1 ? word : words}`;
}

/** The first three names, and how many more: `a, b, c, and 2 more`. */
export function nameFew(names: readonly string[]): string {
  const more = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

interface SheetRow {
  sheet: string | null;
  row: number;
}

/** A row of a file: `march.csv row 12`, `march.xlsx sheet "Statement" row 12`. */
export function rowOf(file: string, { sheet, row }: SheetRow): string {
  return `${file}${sheet === null ? '' : ` sheet "${sheet}"`} row ${row}`;
}

/** Several rows of a file: `rows 2 and 3`, `sheet "A" row 2 and sheet "B" row 3`. */
export function rowListOf(places: readonly SheetRow[]): string {
  const sheets = new Set(places.map(({ sheet }) => sheet));
  const each = places.map((place) => (sheets.size === 1 ? `${place.row}` : rowOf('', place).trim()));
  const list = [each.slice(0, -1).join(', '), ...each.slice(-1)].filter(Boolean).join(' and ');
  if (sheets.size > 1) return list;
  const [sheet = null] = sheets;
  return `${sheet === null ? '' : `sheet "${sheet}" `}${each.length === 1 ? 'row' : 'rows'} ${list}`;
}

/** Where a report has a place: its row, or all printed lines that add up to it: `march.xlsx rows 3 and 9, added up`. */
export function printedRowsOf(
  file: string,
  { lines = [], ...place }: SheetRow & { lines?: readonly SheetRow[] },
): string {
  return lines.length > 1 ? `${file} ${rowListOf(lines)}, added up` : rowOf(file, place);
}

/** A range of months or quarters: `2024-01 to 2024-03`, or the only one. */
export function stretch(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

/** A month or a quarter for people: `2026-10` is `October 2026`, `2026Q3` is `Q3 2026`. Other text stays as it is. */
export function periodInWords(period: string): string {
  const month = parseMonth(period);
  return month ? formatMonth(month) : period.replace(/^(\d{4})(Q[1-4])$/, '$2 $1');
}

/** A text with `2019-03` as `March 2019`. */
export function monthsInWords(text: string): string {
  return text.replaceAll(/\b\d{4}-\d{2}\b/g, periodInWords);
}

/** A range of months or quarters in words: `January to March 2024`, `Q4 2023 to Q1 2024`, or the only one. */
export function periodsInWords(first: string, last: string): string {
  const [from, to] = [periodInWords(first), periodInWords(last)];
  const isOneYear = parseMonth(first) && first.slice(0, 4) === last.slice(0, 4);
  return stretch(isOneYear && from !== to ? from.replace(/ \d{4}$/, '') : from, to);
}

/** ` (sales of June to August 2026)`, from first days of months. Empty if no source states these months. */
export function salesInBrackets(first: string | null, last: string | null): string {
  return first && last ? ` (sales of ${periodsInWords(first.slice(0, 7), last.slice(0, 7))})` : '';
}

/** A name of a field inside a sentence: `net_payment` is `net payment`, and `article_44_524` `article 44 § 524`. */
export function fieldInWords(field: string): string {
  return field.replaceAll('_', ' ').replace(/(\d) (\d)/, '$1 § $2');
}

/** A time in ISO 8601 for people: `2026-11-01 08:00 UTC`. */
export function formatTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A name for programs in words: `net_payment` is `Net payment`. */
export function inWords(name: string): string {
  return capitalized(fieldInWords(name));
}

/** A phrase as a sentence: `it is a formula` is `It is a formula.` */
export function toSentence(phrase: string): string {
  return `${capitalized(phrase)}${/[.?!]$/.test(phrase) ? '' : '.'}`;
}
