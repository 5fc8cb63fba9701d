import { readBudgets } from './budgets.ts';
import { readPopulation, readPrices } from './conversion.ts';
import { readEvents } from './events.ts';

/** The registers that answers depend on besides the dataset. Each is read when an answer needs it, so that a change counts at once. */
export function openRegisters(folder: string) {
  return {
    budgets: () => readBudgets(folder),
    events: () => readEvents(folder),
    prices: () => readPrices(folder),
    population: () => readPopulation(folder),
  };
}
