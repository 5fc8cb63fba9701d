import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorTable } from './pipeline/projection.ts';

const errorsOf = (known_months: number, inside: number | null) => ({
  ...{ year: '2019-20', known_months, places: 728, median_error: 0.02849, large_error: 0.1136, inside },
});

test('a table of errors has the months that the guide tells of, and ranges if there are any', () => {
  const head = '| year | known months | cities | median error | 90% within |';
  expect(errorTable([errorsOf(3, null), errorsOf(4, null), errorsOf(9, null)])).toBe(
    [
      head,
      '|---|---|---|---|---|',
      '| 2019-20 | 3 | 728 | 2.8% | 11.4% |',
      '| 2019-20 | 9 | 728 | 2.8% | 11.4% |',
    ].join('\n'),
  );
  expect(errorTable([errorsOf(6, 0.784), errorsOf(9, null)]).split('\n')).toEqual([
    `${head} inside the range |`,
    '|---|---|---|---|---|---|',
    '| 2019-20 | 6 | 728 | 2.8% | 11.4% | 78.4% |',
    '| 2019-20 | 9 | 728 | 2.8% | 11.4% | - |',
  ]);
  expect(readFileSync('docs/guides/project-the-year.md', 'utf8').split(head)).toHaveLength(3);
});
