import { describe, expect, it } from 'vitest';
import { excessOfCsv, excessOfJson, excessOfText } from '../../../src/extract/formats/text-bounds.ts';

/** Characters in long values that are allowed. */
const MOST = 16_000_000;

function json(values: readonly string[]): string {
  return JSON.stringify(values.map((value) => ({ net_payment: value })));
}

describe('a text that could use up the memory has too much of something', () => {
  it.each([
    ['lines', excessOfText, '\n'.repeat(1_000_001), 1_000_001],
    ['JSON objects', excessOfJson, '{['.repeat(600_000), 1_200_000],
    ['JSON values', excessOfJson, `[1${',1'.repeat(8_000_001)}]`, 8_000_001],
    ['cells', excessOfCsv, ',;\t|'.repeat(5_000_001), 20_000_004],
    ['quotation marks', excessOfCsv, '"'.repeat(20_000_001), 20_000_001],
    ['JSON texts', excessOfJson, json(['x'.repeat(MOST), 'y'.repeat(25)]), MOST + 25],
    ['JSON texts', excessOfJson, `["${'\\"'.repeat(MOST)}"]`, 2 * MOST],
    ['JSON texts', excessOfJson, `["${'x'.repeat(MOST)}\\\\`, MOST + 2],
  ])('of %s', (limit, excessOf, text, found) => {
    expect(excessOf(text)).toMatchObject({ limit, found });
  });

  it.each([
    ['short values', json(Array.from({ length: 700_000 }, () => '2022-10-11T00:00:00.000'))],
    ['as many long characters as are allowed', json(['x'.repeat(MOST)])],
    ['long keys', `[{"${'k'.repeat(MOST)}" : 1}]`],
  ])('but not of %s', (_, text) => {
    expect(excessOfJson(text)).toBeNull();
  });
});
