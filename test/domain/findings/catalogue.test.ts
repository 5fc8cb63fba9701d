import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEANINGS } from '../../../docs/build/findings/meanings.ts';
import { CATALOGUE, type Facts, type FindingCode } from '../../../src/domain/findings/catalogue.ts';
import { describeFinding, findingMessage, headlineOf } from '../../../src/domain/findings/finding.ts';
import { STATES } from '../../../src/states/index.ts';

const CODES = Object.keys(CATALOGUE) as FindingCode[];

const VALUES: Readonly<Record<string, unknown>> = {
  ...{ amount: 123_456, month: '2024-05', percent: 0.125, place: 'ALDER CREEK' },
  ...{ list: ['2024-05', 'B'], field: 'net_payment' },
};

/** A fact for each slot of a code. */
function factsFor(code: FindingCode): Facts {
  const { text, advice } = CATALOGUE[code];
  const slots = [...`${text}${advice}`.matchAll(/\{(\w+)(?: (\w+))?\}/g)];
  const facts = slots.map(([, name, format]) => [name, format ? VALUES[format] : `A ${name}.`]);
  return { code: '01990', ...Object.fromEntries(facts) };
}

describe('the catalogue', () => {
  it.each(CODES)('fills every slot of %s, and says what it means in one line', (code) => {
    const item = { code, facts: factsFor(code) };
    const { text, advice } = describeFinding(item);
    const message = findingMessage(item);
    expect(message).not.toMatch(/[{}]|undefined|NaN|\n| {2}/);
    expect(message).toBe(`${text} ${advice}`.trim());
    expect(text).not.toContain('Another version');
    expect(text.startsWith(headlineOf(item))).toBe(true);
    expect(MEANINGS[code]).toMatch(/^[A-Z][^\n]+\.$/);
  });

  it('shows facts by their formatters', () => {
    const facts = { code: '01990', name: 'ALDER CREEK', month: '2024-05', field: 'net_payment' };
    const figures = { printed: null, formula: 'the sum', expected: 123_456 };
    const item = { code: 'row-arithmetic' as const, facts: { ...facts, ...figures, more: 2 } };
    expect(describeFinding(item).text).toBe(
      'Alder Creek (01990), May 2024: net payment is printed as blank, but the sum is 1,234.56. The dataset keeps the printed figure. The report has 2 more of this kind.',
    );
    expect(headlineOf(item)).toMatch(/^Alder Creek .* 1,234\.56$/);
  });

  it('has no sentence of more than 25 words', () => {
    const sentences = CODES.flatMap((code) =>
      `${CATALOGUE[code].text} ${CATALOGUE[code].advice}`.split(/[.:] /).map((text) => ({ code, text })),
    );
    expect(sentences.filter(({ text }) => text.split(' ').length > 25)).toEqual([]);
  });
});

it('lists the facts if it does not know the code or the facts do not fit', () => {
  const unknown = {
    code: 'of-a-later-version' as FindingCode,
    facts: { rows: 7, receivedAt: null, months: ['2024-05', '2024-06'] } as unknown as Facts,
  };
  expect(describeFinding(unknown)).toEqual({
    text: 'Another version of the program found this: rows 7, received at -, months 2024-05 and 2024-06.',
    advice: '',
  });
  const others = { code: 'row-arithmetic' as const, facts: {} as Facts };
  expect(findingMessage(others)).toBe('Another version of the program found this.');
});

it('counts the findings that were not kept', () => {
  expect(findingMessage({ code: 'skipped-line', facts: { rest: 1 } })).toBe('1 more finding of this kind.');
});

/** The test that raises a code which no fixture of a state raises. */
const RAISED_BY: Partial<Record<FindingCode, string>> = {
  'correction-lapsed': 'pipeline/settle/corrections.test.ts',
  'correction-misfit': 'pipeline/settle/corrections.test.ts',
  'damaged-origin': 'pipeline/origin.test.ts',
  'date-outside-month': 'states/texas.test.ts',
  'figure-corrected': 'pipeline/settle/corrections.test.ts',
  'file-too-large': 'pipeline/intake/reading-threads.test.ts',
  'future-month': 'pipeline/run.test.ts',
  'method-changed': 'records/selections/north-carolina-comparable.test.ts',
  'month-restated': 'pipeline/intake/doubtful-reports.test.ts',
  'rows-not-restated': 'pipeline/revisions.test.ts',
  'shifted-months': 'extract/report.test.ts',
  'unusual-payment': 'pipeline/intake/doubtful-reports.test.ts',
  'unusual-rate': 'pipeline/sheets/comparison-sheets.test.ts',
  'withdrawn-report': 'pipeline/withdraw.test.ts',
};

describe('what raises the codes', () => {
  const folders = STATES.flatMap(({ code }) =>
    readdirSync(join('fixtures', code)).map((name) => join('fixtures', code, name)),
  );
  const raised = new Set(
    folders.flatMap((folder) => {
      const expected = readFileSync(join(folder, 'expected.json'), 'utf8');
      return Array.from(expected.matchAll(/"code": *"([a-z0-9]+(?:-[a-z0-9]+)+)"/g), ([, code]) => `${code}`);
    }),
  );

  it('expects only known codes in the fixtures', () => {
    expect([...raised].filter((code) => !Object.hasOwn(CATALOGUE, code))).toEqual([]);
  });

  it('raises every code in a fixture, or else in a test that is named here', () => {
    expect(CODES.filter((code) => !raised.has(code)).sort()).toEqual(Object.keys(RAISED_BY).sort());
    for (const [code, file] of Object.entries(RAISED_BY))
      expect(readFileSync(join('test', file), 'utf8'), file).toMatch(new RegExp(`['"=]${code}['"]`));
  });
});
