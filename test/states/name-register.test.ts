import { describe, expect, it } from 'vitest';
import governments from '../../src/states/il/governments.json' with { type: 'json' };
import { openNameRegister, unlistedNumber } from '../../src/states/name-register.ts';
import places from '../../src/states/nc/places.json' with { type: 'json' };

const FIRST_UNLISTED = 4_000_000;
const REGISTER = openNameRegister({ elm: 7, 'elm-city': 'elm', 'cedar-gap': 7_280_965 }, FIRST_UNLISTED);

/** Each register, and the first number that it leaves to codes that it does not list. */
const REGISTERS = [
  ['il', governments, 4_000_000],
  ['nc', places, 10_000],
] as const;

describe('a register of names', () => {
  it('gives the number of a code, of a former spelling, and of a code that it does not list', () => {
    expect(['elm', 'elm-city', 'oak'].map(REGISTER.has)).toEqual([true, true, false]);
    expect(['elm', 'elm-city'].map(REGISTER.numberOf)).toEqual([7, 7]);
    expect(['elm', 'elm-city', 'oak'].map(REGISTER.currentCode)).toEqual(['elm', 'elm', 'oak']);
    // FNV-1a of "cedar-gap" is 2,901,280,965 = 483 × 6,000,000 + 3,280,965, by independent code
    expect(unlistedNumber('cedar-gap', FIRST_UNLISTED)).toBe(7_280_965);
    expect(openNameRegister({}, FIRST_UNLISTED).numberOf('cedar-gap')).toBe(REGISTER.numberOf('cedar-gap'));
    // 2,901,280,965 = 290 × 9,990,000 + 4,180,965
    expect(unlistedNumber('cedar-gap', 10_000)).toBe(4_190_965);
  });
});

describe.each(REGISTERS)('the register of %s', (_, listed, firstUnlisted) => {
  const entries: [string, unknown][] = Object.entries(listed);
  const numbers = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number');

  it('has each number once, below those of unlisted codes or as it was before', () => {
    expect(new Set(numbers.map(([, number]) => number)).size).toBe(numbers.length);
    const later = numbers.filter(
      ([code, number]) => number >= firstUnlisted && number !== unlistedNumber(code, firstUnlisted),
    );
    expect(later).toEqual([]);
  });

  it('names a listed code for each former spelling', () => {
    const codes = new Set(numbers.map(([code]) => code));
    const former = entries.filter(([code]) => !codes.has(code)).map(([, current]) => `${current}`);
    expect(former.filter((current) => !codes.has(current))).toEqual([]);
  });
});
