import { expect, test } from 'vitest';
import { comparableNote } from '../../../src/cli/output/records.ts';

// How texts say why a comparable change differs, or that it is not known.

const SAID = 'A comparable change leaves out changes of tax. Why it differs or is missing:';

test('each reason is said once, the first five of them', () => {
  const reasons = ['one', 'two', 'three', 'four', 'five', 'six'].map(
    (tax) => `Alder: ${tax} began in January 2024`,
  );
  const [first = ''] = reasons;
  expect(comparableNote([first, first])).toEqual([`${SAID} Alder: one began in January 2024.`]);
  const [note = '', ...more] = comparableNote([first, ...reasons]);
  expect(more).toEqual([]);
  expect(note).toMatch(/Alder: five began in January 2024; and others: --format csv has all\.$/);
  expect(comparableNote([])).toEqual([]);
});
