import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'src/explorer/styles';
const FILES = [...readdirSync(FOLDER), '../note/note.css'];

/** The declarations of the style sheets, each as its file, its property and its value. */
const DECLARATIONS = FILES.flatMap((name) => {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)].map(([, property = '', value = '']) => ({
    ...{ name, property, value },
  }));
});

const valuesOf = (pattern: RegExp) =>
  DECLARATIONS.filter(({ property }) => pattern.test(property)).map(({ value }) => value);

test('letters have five sizes', () => {
  const sizes = DECLARATIONS.flatMap(({ property }) => (/^--text-/.test(property) ? [property] : []));
  expect([...new Set(sizes)]).toEqual([1, 2, 3, 4, 5].map((size) => `--text-${size}`));
  const used = valuesOf(/^font(-size)?$/);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((value) => !/^(var\(--text-[1-5]\)|inherit|100%)$/.test(value))).toEqual([]);
});

test('spaces are of 4, 8, 16, 24 or 40 pixels', () => {
  const spaces = valuesOf(/^--space-/).map((value) => Number.parseFloat(value) * 16);
  expect(spaces).toEqual([4, 8, 16, 24, 40]);
  const used = valuesOf(/^(margin|padding|gap|row-gap|column-gap)/);
  expect(used.length).toBeGreaterThan(50);
  // a border of one pixel may lie on another one, and paper is measured in other units
  const other = used.filter((value) =>
    /\d(?!cm|mm|pt)[a-z%]/.test(value.replaceAll(/var\(--[\w-]+\)|-1px|0px/g, '')),
  );
  expect(other).toEqual([]);
});

test('sentences are at most 65 letters wide', () => {
  // a zero is wider than most letters
  expect(DECLARATIONS).toContainEqual({ name: 'page.css', property: 'max-width', value: '54ch' });
});
