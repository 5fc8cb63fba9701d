/** The registers by which figures are converted: populations and the index of consumer prices. */

import * as z from 'zod';
import type { Population, PriceIndex } from '../domain/allocation.ts';
import { stateOf } from '../states/index.ts';
import { codeIn, filledCell, keyOf, monthCell, readRegister, stateCell } from './register.ts';

const priceColumns = z.object({
  month: monthCell,
  index: z
    .string()
    .regex(/^[1-9]\d{0,4}(\.\d{1,3})?$/, 'must be an index above zero like 257.797')
    .transform(Number),
});
const populationColumns = z.object({
  state: stateCell,
  code: filledCell,
  year: z
    .string()
    .regex(/^(19|20)\d{2}$/, 'must be a year like 2020')
    .transform(Number),
  population: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above zero without commas, like 23500')
    .transform(Number),
});
const populationRow = populationColumns.transform(codeIn('code')).transform(
  ({ state, code, year, population }): Population => ({
    ...{ id: stateOf(state).idOf(code), year, people: population },
  }),
);

/** Reads the index of consumer prices, by month. A missing file counts as empty. Throws an `OperatorError` with file and line. */
export function readPrices(folder: string): PriceIndex[] {
  const prices = readRegister(folder, 'prices.csv', priceColumns, priceColumns, ({ month }) => keyOf(month));
  return [...prices.values()];
}

/** Reads the populations of places. A missing file counts as empty. Throws an `OperatorError` with file and line. */
export function readPopulation(folder: string): Population[] {
  const keyOfRow = ({ id, year }: Population) => keyOf(`${id}`, `${year}`);
  return [...readRegister(folder, 'population.csv', populationColumns, populationRow, keyOfRow).values()];
}
