import { describe, expect, test } from 'vitest';
import { columnsOfStates, decimalText } from '../../src/publish/warehouse/published-columns.ts';
import { describeSchema } from '../../src/publish/warehouse/published-tables.ts';
import { STATES } from '../../src/states/index.ts';
import { defineState } from '../../src/states/state.ts';

const [first] = STATES;

describe('the published columns', () => {
  test('are refused if two states give one name to different units', () => {
    const [field] = first.fields;
    if (!field) throw new Error('no field');
    const other = defineState({
      ...first,
      name: 'Elsewhere',
      fields: [{ ...field, unit: field.unit === 'amount' ? 'percent' : 'amount' }],
    });
    expect(() => columnsOfStates([first, other])).toThrow(
      /^\S+ of \S+ has another unit than that of another state/,
    );
  });

  test('each have a meaning, which names the states if they differ', () => {
    for (const columns of Object.values(describeSchema()))
      for (const { name, meaning } of columns) expect(meaning, name).toMatch(/^\S.*[^.]$/);
    const headline = describeSchema().allocation?.find(({ name }) => name === first.headline);
    expect(headline?.meaning).toContain(`${first.name}: `);
  });
});

test.each([
  [-5, '-0.05'],
  [123456, '1234.56'],
  [9_007_199_254_740_993n, '90071992547409.93'],
])('%i cents are %s', (cents, text) => {
  expect(decimalText(cents, 'amount')).toBe(text);
});
