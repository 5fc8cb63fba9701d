import { join } from 'node:path';
import * as z from 'zod';
import { type Budget, isFiscalYear } from '../domain/allocation.ts';
import { formatScaled, parseMoney } from '../domain/money.ts';
import { rewriteFile } from '../files/lock.ts';
import { codeIn, filledCell, keyOf, readRegister, stateCell } from './register.ts';

const FILE = 'budgets.csv';

const amount = z.string().transform((text, context) => {
  const cents = parseMoney(text);
  if (cents !== undefined && cents !== null && cents > 0) return cents;
  context.addIssue({ code: 'custom', message: `"${text}" is not an amount above zero, such as 20100000` });
  return z.NEVER;
});
const budgetColumns = z.object({
  state: stateCell,
  code: filledCell,
  fiscal_year: z.string().refine(isFiscalYear, 'must be a year like 2026-27, or 2026 for a calendar year'),
  amount,
  note: z.string(),
});
const budgetRow = budgetColumns
  .transform(codeIn('code'))
  .transform(({ fiscal_year: fiscalYear, ...row }): Budget => ({ ...row, fiscalYear }));

/** Reads the budgets of a folder of registers. A missing file counts as empty. Throws an `OperatorError` with file and line. */
export function readBudgets(folder: string): Budget[] {
  return [...readRegister(folder, FILE, budgetColumns, budgetRow, keyOfBudget).values()];
}

/** Adds a budget to the register of a folder, or replaces that of the same year. Returns the file. */
export function writeBudget(folder: string, budget: Budget): string {
  const path = join(folder, FILE);
  rewriteFile('register', path, 'budget set', () => {
    const others = readBudgets(folder).filter((known) => keyOfBudget(known) !== keyOfBudget(budget));
    const lines = [...others, budget].map(({ state, code, fiscalYear, amount, note }) =>
      [state, code, fiscalYear, formatScaled(amount, 2), note].map(quoted).join(','),
    );
    return `${[Object.keys(budgetColumns.shape).join(','), ...lines.sort()].join('\n')}\n`;
  });
  return path;
}

function keyOfBudget({ state, code, fiscalYear }: Budget): string {
  return keyOf(state, code, fiscalYear);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
