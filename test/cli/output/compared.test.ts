import { expect, test } from 'vitest';
import { comparableColumn, comparableNotes } from '../../../src/cli/output/compared.ts';
import type { ComparableChange } from '../../../src/derive/comparable.ts';
import type { Month } from '../../../src/domain/month.ts';

// How texts say why a comparable change differs, or that it is not known.

const KNOWN: ComparableChange = { change: 20_000, taxChanges: [], further: 0, leftOut: 0 };
const UNKNOWN: ComparableChange = { ...KNOWN, change: null };

const line = (comparable: ComparableChange, place = 'Alder') => ({
  ...{ value: 110, yearAgo: 100, change: 100_000, comparable, place },
});
type Line = ReturnType<typeof line>;

const cellsOf = (lines: readonly Line[]) => lines.map(comparableColumn(lines, (one) => one).cell);
const notesOf = (...lines: Line[]) =>
  comparableNotes(
    lines,
    (one) => one,
    ({ place }) => place,
  );

const began = (tax: string) => ({ kind: 'began', tax, month: '2024-01' as Month }) as const;

test('each change of tax is named once with its place, the first five of them', () => {
  const taxes = ['one', 'two', 'three', 'four', 'five', 'six'];
  const lines = taxes.map((tax) => line({ ...KNOWN, taxChanges: [began(tax)] }));
  const [first = line(KNOWN), ...others] = lines;
  expect(notesOf(first, first)).toEqual([
    'The comparable change leaves out changes of tax: Alder: one began in January 2024.',
  ]);
  const [note = '', ...more] = notesOf(first, ...others);
  expect(more).toEqual([]);
  expect(note).toMatch(/Alder: five began in January 2024; and others\.$/);
});

test('a rate that is not known is said once, and a column without any comparable change is left out', () => {
  const some = [line(KNOWN), line(UNKNOWN), line(UNKNOWN, 'Elm')];
  expect(cellsOf(some)).toEqual(['+2.00%', '-', '-']);
  expect(notesOf(...some)).toEqual(['comparable -: the tax is not known for every month.']);
  expect(cellsOf([line(UNKNOWN)])).toEqual([null]);
  expect(notesOf(line(UNKNOWN))).toEqual([
    'There is no comparable change, because the tax is not known for every month.',
  ]);
});

test('a sum says that it leaves out places', () => {
  expect(notesOf(line({ ...KNOWN, leftOut: 3 }))).toEqual([
    'The comparable change of a sum leaves out places whose tax is not known for every month.',
  ]);
});
