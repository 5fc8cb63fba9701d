import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatGrouped,
  formatMoney,
  formatScaled,
  isMissing,
  parseMoney,
  parsePercent,
} from '../../src/domain/money.ts';

/** Amounts up to the documented limit of 90 billion dollars, in cents. */
const LIMIT = 9_000_000_000_000;
const anyCents = fc.integer({ min: -LIMIT, max: LIMIT });
const positiveCents = fc.integer({ min: 1, max: LIMIT });

/** Writes cents digit by digit, without the code under test: 123456 is `1234.56`. */
function plainDollars(cents: number): string {
  const digits = BigInt(Math.abs(cents)).toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The same with thousands separators. */
function groupedDollars(cents: number): string {
  const [whole = '', fraction = ''] = plainDollars(cents).split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return `${groups.join(',')}.${fraction}`;
}

describe('parseMoney', () => {
  it.each([
    ['1234.5', 123450],
    ['1,234.56', 123456],
    ['$1,234.56', 123456],
    ['(1,234.56)', -123456],
    ['1,234.56-', -123456],
    // as Excel's accounting and comma formats are saved
    [' $1,234.56 ', 123456],
    // with the blank that does not break
    ['$\u00a01,234.56', 123456],
    ['$ (1,234.56)', -123456],
    [' $-   ', 0],
    ['$-', 0],
    // with no decimals, one and two
    [' -  ', 0],
    // as SQL servers and statistics programs print money
    ['8784068.1500', 878406815],
    ['($1.0500)', -105],
    ['.0100', 1],
    ['90000000000.00000', LIMIT],
    [`1.15${'0'.repeat(400)}`, 115],
    ['90,000,000,000.00', LIMIT],
  ])('reads %s as %i cents', (text, cents) => {
    expect(parseMoney(text)).toBe(cents);
  });

  it.each(['-', '- ', ' -', '-  ', '-   ', '  - ', '  -   ', ' -    ', '\t-\t', '\u00a0-\u00a0'])(
    'reads %j as no figure',
    (text) => {
      expect(parseMoney(text)).toBeNull();
    },
  );

  it.each(['$', '$$-', '$(-1)', '$(1', '$1)', '$-5-', '($-)', '$ - 5 6'])('does not read %j', (text) => {
    expect(parseMoney(text)).toBeUndefined();
  });

  it('reads cents without a whole part as cents, never as dollars', () => {
    expect(parseMoney('.47')).toBe(47);
    expect(parseMoney('.5')).toBe(50);
    expect(parseMoney('-.47')).toBe(-47);
  });

  it.each(['', ' ', '\t', '\u00a0', '-', ' -', '.', 'N/A', ' N/A '])(
    'reads %j as nothing printed',
    (text) => {
      expect(parseMoney(text)).toBeNull();
      expect(isMissing(text)).toBe(true);
    },
  );

  it.each(['0', '0.00', '--', '..', '-.', 'N', 'NA', 'none', '0-'])(
    'does not take %j for a blank',
    (text) => {
      expect(parseMoney(text)).not.toBeNull();
      expect(isMissing(text)).toBe(false);
    },
  );

  it.each(['-0', '-0.00', '(0.00)', '0.00-', '-$0'])('reads %s as plain zero', (text) => {
    expect(Object.is(parseMoney(text), 0)).toBe(true);
  });

  it.each([
    // separators and decimals
    ...['1,23', '1234,567.00', ',123', '1.234,56', '1 234.56', '1\u00a0234.56', '1_000'],
    ...['1.', '1.234', '1.150', '1.15000001', '90000000000.0100', '.123'],
    // signs and currency
    ...['+5', '--5', '(-5)', '-(5)', '(5', '- 5', '( 5 )', '\u22125', '5 CR', '-$', '$$5', '$-5', '€5'],
    // other numbers, words, formulas, errors
    ...[
      '5%',
      '1e3',
      '0x10',
      '1/2',
      '\uff11\uff12',
      '5\u00b2',
      'TBD',
      '#N/A',
      '=1+1',
      "'5",
      '5*',
      '10/11/2022',
    ],
    // beyond the limit
    ...['90000000000.01', '-90,000,000,000.01', '9'.repeat(400)],
  ])('refuses %j', (text) => {
    expect(parseMoney(text)).toBeUndefined();
  });

  it('reads every positive amount in every form, and its negative in every sign form', () => {
    fc.assert(
      fc.property(positiveCents, (cents) => {
        const plain = plainDollars(cents);
        const grouped = groupedDollars(cents);
        for (const text of [plain, grouped, `$${grouped}`, `$${plain}`, ` ${grouped} `]) {
          expect(parseMoney(text)).toBe(cents);
        }
        for (const text of [`-${plain}`, `-${grouped}`, `(${grouped})`, `(${plain})`, `${grouped}-`]) {
          expect(parseMoney(text)).toBe(-cents);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('reads no more decimals than cents, unless they are two zeros or more', () => {
    const further = fc.string({ unit: fc.constantFrom('0', '0', '0', '7'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(positiveCents, further, (cents, decimals) => {
        const isExact = decimals.length > 1 && !decimals.includes('7');
        expect(parseMoney(`${plainDollars(cents)}${decimals}`)).toBe(isExact ? cents : undefined);
      }),
    );
  });

  it('reads one decimal as tenths and none as whole dollars', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90_000_000_000 - 1 }), fc.nat(9), (dollars, tenth) => {
        expect(parseMoney(`${dollars}.${tenth}`)).toBe(dollars * 100 + tenth * 10);
        expect(parseMoney(`${dollars}`)).toBe(dollars * 100);
      }),
    );
  });

  it('never takes any text for another amount than its digits say', () => {
    const characters = [...'0123456789', ...'0123456789', ',', '.', '$', '(', ')', '-', ' ', '%'];
    const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 14, size: 'max' });
    fc.assert(
      fc.property(text, (printed) => {
        const cents = parseMoney(printed);
        if (cents === undefined || cents === null) return;
        // blanks stand behind a dollar sign alone
        const bare = printed
          .trim()
          .replace(/\$ +/, '$')
          .replace(/[$(),-]/g, '');
        const [whole = '', fraction = ''] = bare.split('.');
        expect(bare).toMatch(/^\d*(\.\d{1,2}(00+)?)?$/);
        expect(BigInt(Math.abs(cents))).toBe(BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')));
        const isMarked = printed.includes('-') || printed.includes('(');
        expect(cents < 0).toBe(isMarked && cents !== 0);
        expect(printed.includes('(')).toBe(printed.includes(')'));
        const groups =
          printed
            .replace(/[$() -]/g, '')
            .split('.')[0]
            ?.split(',')
            .slice(1) ?? [];
        for (const group of groups) expect(group).toMatch(/^\d{3}$/);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('formatMoney', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [100, '1.00'],
    [99999, '999.99'],
    [100000, '1,000.00'],
    [-12345678, '-123,456.78'],
    [LIMIT, '90,000,000,000.00'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(formatMoney(cents)).toBe(text);
  });

  it('is read back as the same amount', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseMoney(formatMoney(cents))).toBe(cents === 0 ? 0 : cents);
      }),
      { numRuns: 200 },
    );
  });
});

describe('formatGrouped', () => {
  it.each([
    [0, 4, '0.0000'],
    [9_999_999, 4, '999.9999'],
    [10_000_000, 4, '1,000.0000'],
    [-12_345_678_901, 4, '-1,234,567.8901'],
    [12_500_000, 6, '12.500000'],
    [123_456_000_000, 6, '123,456.000000'],
  ])('writes %i with %i decimals as %s', (value, decimals, text) => {
    expect(formatGrouped(value, decimals)).toBe(text);
  });
});

describe('formatCount', () => {
  it.each([
    [999, '999'],
    [123_456, '123,456'],
    [1_234_567, '1,234,567'],
  ])('writes %i as %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });
});

describe('formatScaled', () => {
  it.each([
    [-5, 2, '-0.05'],
    [0, 2, '0.00'],
    [1, 6, '0.000001'],
    [12_500_000, 6, '12.500000'],
    [-1_234_567, 6, '-1.234567'],
    [7, 1, '0.7'],
  ])('writes %i scaled by 10^%i as %s', (value, decimals, text) => {
    expect(formatScaled(value, decimals)).toBe(text);
  });
});

describe('parsePercent', () => {
  it.each([
    ['12.5%', 12_500_000],
    ['-.25\u00a0%', -250_000],
    ['5\u202f% ', 5_000_000],
    ['0', 0],
    ['0%', 0],
    ['.5%', 500_000],
    [' 12.5% ', 12_500_000],
  ])('reads %s as %i millionths of a percent', (text, micropercent) => {
    expect(parsePercent(text)).toBe(micropercent);
  });

  it.each([
    ['0.0000004', 0],
    ['-0.0000005', -1],
    ['0.00000049999999999', 0],
    ['0.9999995', 1_000_000],
    ['99.9999995%', 100_000_000],
  ])('rounds %s to six decimals, half away from zero', (text, micropercent) => {
    expect(Object.is(parsePercent(text), micropercent)).toBe(true);
  });

  it.each(['', ' ', '-', '.', 'N/A'])('reads %j as nothing printed', (text) => {
    expect(parsePercent(text)).toBeNull();
  });

  it.each([
    ...['%', '-.', '5.', '12.5%%', '12.5  %', '12 .5%', '12,5', '1,234.5', '(12.5)', '12.5-', '+12.5'],
    ...['$12.5', '12.5 percent', '1e-3', '1.2.3', '½', '#N/A', '99999999', '9'.repeat(40)],
  ])('refuses %j', (text) => {
    expect(parsePercent(text)).toBeUndefined();
  });

  it('reads any percentage of six decimals exactly, with and without the sign', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (micropercent) => {
        const digits = BigInt(Math.abs(micropercent)).toString().padStart(7, '0');
        const text = `${micropercent < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
        const expected = micropercent === 0 ? 0 : micropercent;
        expect(parsePercent(text)).toBe(expected);
        expect(parsePercent(`${text}%`)).toBe(expected);
        expect(parsePercent(formatScaled(micropercent, 6))).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('rounds any number of decimals half away from zero', () => {
    const decimals = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 1,
      maxLength: 25,
      size: 'max',
    });
    fc.assert(
      fc.property(fc.nat(999_999), decimals, fc.boolean(), (whole, fraction, isNegative) => {
        const scale = 10n ** BigInt(fraction.length);
        const exact = BigInt(whole) * scale + BigInt(fraction);
        const rounded = Number((2n * exact * 1_000_000n + scale) / (2n * scale));
        const expected = isNegative && rounded !== 0 ? -rounded : rounded;
        expect(parsePercent(`${isNegative ? '-' : ''}${whole}.${fraction}`)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
