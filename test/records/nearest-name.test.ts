import { expect, test } from 'vitest';
import { nearestName } from '../../src/records/filters/nearest-name.ts';

test.each([
  ['between', 'period_between'],
  ['period_sinc', 'period_since'],
  ['entites', 'entities'],
  ['lim', 'limit'],
])('the nearest name of %s is %s', (asked, nearest) => {
  const known = ['entities', 'limit', 'period_between', 'period_since', 'page'];
  expect(nearestName(asked, known)).toContain(`Did you mean "${nearest}"?`);
});

test('a name that is not similar to any is not suggested', () => {
  expect(nearestName('sandwich', ['entities', 'limit'])).toBe('All names: entities, limit.');
});
