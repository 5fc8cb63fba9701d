import { describe, expect, it } from 'vitest';
import { EXAMPLE_FACTS } from '../../../docs/build/findings/examples.ts';
import type { Entry } from '../../../src/domain/findings/entry.ts';
import {
  CATALOGUE,
  describeFinding,
  type FindingCode,
  findingMessage,
} from '../../../src/domain/findings/finding.ts';

const EVERY_SAMPLE = (Object.keys(CATALOGUE) as FindingCode[]).flatMap((code) =>
  EXAMPLE_FACTS[code].map((facts) => ({ code, facts })),
);

describe('the catalogue', () => {
  it('has example facts of every code', () => {
    expect(new Set(EVERY_SAMPLE.map(({ code }) => code))).toEqual(new Set(Object.keys(CATALOGUE)));
  });

  it.each(EVERY_SAMPLE)('renders $code: $facts', (sample) => {
    const { text, headline, advice } = describeFinding(sample);
    expect(text).toMatch(/\S/);
    expect(headline).toMatch(/[^.]$/);
    expect(text.startsWith(headline)).toBe(true);
    // the entry of the code rendered it and did not throw
    expect(text).toBe((CATALOGUE[sample.code] as Entry<unknown>).text(sample.facts));
    const message = findingMessage(sample);
    expect(message).toBe(advice === '' ? text : `${text} ${advice}`);
    expect(message).not.toMatch(/undefined|"null"|NaN|\[object|\n| {2}/);
    expect(message).toBe(message.trim());
    // a field name may begin a text, and a command or JSON may end an advice
    expect(text).toMatch(/^["\dA-Z].*[."]$|^[a-z_/.-]+[: ].*\.$/);
    if (advice !== '') expect(advice).toMatch(/^([A-Z]|corrections\.json).*[."}R]$/);
  });

  it.each(EVERY_SAMPLE)('renders facts read from JSON in the same words: $code $facts', ({ code, facts }) => {
    const read = JSON.parse(JSON.stringify(facts));
    expect(read).toStrictEqual(facts);
    expect(describeFinding({ code, facts: read })).toEqual(describeFinding({ code, facts }));
  });
});

it('shows the facts as JSON if it does not know the code or the facts do not fit', () => {
  const unknown = { code: 'of-a-later-version' as FindingCode, facts: { amounts: 7 } };
  expect(describeFinding(unknown)).toMatchObject({ text: '{"amounts":7}', advice: '' });
  const others = { code: 'row-arithmetic' as const, facts: {} };
  expect(findingMessage(others)).toBe('{}');
});

it('counts the findings that were not kept', () => {
  expect(findingMessage({ code: 'note-row', facts: { rest: 1 } })).toBe('1 more finding of this kind.');
});
