import { expect, it } from 'vitest';
import { listFindingCodes } from '../../docs/build/findings/reference.ts';
import { CATALOGUE } from '../../src/domain/findings/finding.ts';

const listed = listFindingCodes();

it('lists every code once, errors first', () => {
  expect(new Set(listed.map(({ code }) => code))).toEqual(new Set(Object.keys(CATALOGUE)));
  expect(listed).toHaveLength(Object.keys(CATALOGUE).length);
  const severities = listed.map(({ severity }) => severity);
  expect(severities).toEqual([...severities].sort((a, b) => rank(a) - rank(b)));
});

const rank = (severity: string) => ['error', 'warning', 'info'].indexOf(severity);

it.each(listed)('says what $code means in one line and gives an example', ({ meaning, example }) => {
  expect(meaning).toMatch(/^[A-Z][^\n]+\.$/);
  expect(example).toMatch(/\S/);
});
