import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import governments from '../../src/states/il/governments.json' with { type: 'json' };
import { STATES } from '../../src/states/index.ts';
import { openNameRegister, unlistedNumber } from '../../src/states/name-register.ts';
import places from '../../src/states/nc/places.json' with { type: 'json' };

/** No register has a number from here on, except that of a code that got its entry later. */
const FIRST_UNLISTED = 4_000_000;

const REGISTER = openNameRegister({ elm: 7, 'elm-city': 'elm', 'cedar-gap': 7_280_965 });

describe('a register of names', () => {
  it('gives the number of a code, of a former spelling, and of a code that it does not list', () => {
    expect(['elm', 'elm-city', 'oak'].map(REGISTER.has)).toEqual([true, true, false]);
    expect(['elm', 'elm-city'].map(REGISTER.numberOf)).toEqual([7, 7]);
    expect(['elm', 'elm-city', 'oak'].map(REGISTER.currentCode)).toEqual(['elm', 'elm', 'oak']);
    // FNV-1a of "cedar-gap" is 2,577,280,965 = 429 × 6,000,000 + 3,280,965, by independent code
    expect(unlistedNumber('cedar-gap')).toBe(7_280_965);
    expect(openNameRegister({}).numberOf('cedar-gap')).toBe(REGISTER.numberOf('cedar-gap'));
  });

  it('never gives an unlisted code a number that registers use', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        expect(unlistedNumber(name)).toBeGreaterThanOrEqual(FIRST_UNLISTED);
        expect(unlistedNumber(name)).toBeLessThan(10_000_000);
      }),
    );
  });
});

describe.each(Object.entries({ il: governments, nc: places }))('the register of %s', (state, listed) => {
  const entries: [string, unknown][] = Object.entries(listed);
  const numbers = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number');

  it('has each number once, below those of unlisted codes or as it was before', () => {
    expect(new Set(numbers.map(([, number]) => number)).size).toBe(numbers.length);
    const later = numbers.filter(
      ([code, number]) => number >= FIRST_UNLISTED && number !== unlistedNumber(code),
    );
    expect(later).toEqual([]);
  });

  it('names a listed code for each former spelling', () => {
    const codes = new Set(numbers.map(([code]) => code));
    const former = entries.filter(([code]) => !codes.has(code)).map(([, current]) => `${current}`);
    expect(former.filter((current) => !codes.has(current))).toEqual([]);
  });

  it('gives the ids of its state', () => {
    const { fips = 0, idOf } = STATES.find(({ code }) => code === state) ?? {};
    for (const [code, number] of numbers) expect(idOf?.(code)).toBe(fips * 10_000_000 + number);
  });
});
