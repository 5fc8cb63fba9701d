import type { ColumnType } from '../../records/description.ts';
import type { FileColumn } from '../../records/files/file-table.ts';

/** A column of a published table. */
export type PublishedColumn = Required<Pick<FileColumn, 'name' | 'content' | 'meaning' | 'isRequired'>>;

/** The decimals of a content that is stored as an integer and published as a decimal number. */
export const DECIMALS: Readonly<Partial<Record<ColumnType, number>>> = {
  amount: 2,
  percent: 6,
  ratio: 6,
  figure: 6,
};

/** All digits of published decimal numbers. */
export const PRECISION = 18;

/** The SQL types of contents, as PostgreSQL names them. */
export function sqlType(content: ColumnType): string {
  const places = DECIMALS[content];
  if (places !== undefined) return `numeric(${PRECISION},${places})`;
  const types: Partial<Record<ColumnType, string>> = {
    ...{ month: 'date', date: 'date', time: 'timestamptz', number: 'bigint' },
  };
  return types[content] ?? 'text';
}

/** Writes a stored integer as a decimal number: 123456 cents are `1234.56`. */
export function decimalText(stored: number | bigint, content: ColumnType): string {
  const places = DECIMALS[content] ?? 0;
  const text = String(stored);
  if (places === 0) return text;
  const digits = (text.startsWith('-') ? text.slice(1) : text).padStart(places + 1, '0');
  const sign = text.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
