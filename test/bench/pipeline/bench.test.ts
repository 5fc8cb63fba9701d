import { describe, expect, test } from 'vitest';
import { FULL_SIZE } from '../../rig/full-size/full-size.ts';
import { scaleSize } from './bench.ts';

describe('scaleSize', () => {
  test('multiplies the jurisdictions or the months', () => {
    expect(scaleSize(FULL_SIZE, { jurisdictions: 0.25 })).toEqual({
      californiaJurisdictions: 250,
      californiaMonths: 101,
      texasAuthorities: 459,
      texasMonths: 106,
    });
    expect(scaleSize(FULL_SIZE, { months: 4 })).toEqual({
      californiaJurisdictions: 1000,
      californiaMonths: 404,
      texasAuthorities: 1834,
      texasMonths: 424,
    });
    expect(scaleSize(FULL_SIZE, {})).toEqual(FULL_SIZE);
  });
});
