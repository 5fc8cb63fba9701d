import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../src/domain/findings/catalogue.ts';
import type { Entry } from '../../../src/domain/findings/entry.ts';
import { EXAMPLE_FACTS } from '../../../src/domain/findings/examples.ts';
import { describeFinding, type FindingCode, findingMessage } from '../../../src/domain/findings/finding.ts';

const EVERY_SAMPLE = (Object.keys(CATALOGUE) as FindingCode[]).flatMap((code) =>
  EXAMPLE_FACTS[code].map((facts) => ({ code, facts })),
);

describe('the catalogue', () => {
  it('has facts of every code', () => {
    expect(new Set(EVERY_SAMPLE.map(({ code }) => code))).toEqual(new Set(Object.keys(CATALOGUE)));
  });

  it.each(EVERY_SAMPLE)('puts $code into words: $facts', (sample) => {
    const { text, headline, advice } = describeFinding(sample);
    expect(text).toMatch(/\S/);
    // the same, or the beginning of it
    expect(headline).not.toBe('');
    expect(text.startsWith(headline)).toBe(true);
    // made by the entry of the code, which does not throw
    expect(text).toBe((CATALOGUE[sample.code] as Entry<unknown>).text(sample.facts));
    const message = findingMessage(sample);
    expect(message).toBe(advice === '' ? text : `${text}; ${advice}`);
    expect(message).not.toMatch(/undefined|"null"|NaN|\[object|\n| {2}/);
    expect(message).toBe(message.trim());
  });

  it.each(EVERY_SAMPLE)('has the same words for facts that were JSON: $code $facts', ({ code, facts }) => {
    const read = JSON.parse(JSON.stringify(facts));
    expect(read).toStrictEqual(facts);
    expect(describeFinding({ code, facts: read })).toEqual(describeFinding({ code, facts }));
  });
});

it('shows facts as they are where it does not know their code, or they are others', () => {
  const unknown = { code: 'of-a-later-version' as FindingCode, facts: { rows: 7 } };
  expect(describeFinding(unknown)).toMatchObject({ text: '{"rows":7}', advice: '' });
  const others = { code: 'row-arithmetic' as const, facts: {} };
  expect(findingMessage(others)).toBe('{}');
});

it('says of a finding that stands for others how many they are, and of an earlier one its text', () => {
  expect(findingMessage({ code: 'note-row', facts: { rest: 1 } })).toBe('and 1 more finding of this kind');
  const earlier = { earlierText: 'as it was', earlierCode: 'x' };
  expect(findingMessage({ code: 'note-row', facts: earlier })).toBe('as it was');
});
