import { existsSync, realpathSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { fiscalYearOf } from '../../../derive/span.ts';
import { fiscalYearToDateStart, isFiscalYear, yearInWords } from '../../../domain/allocation.ts';
import { formatMoney, parseMoney } from '../../../domain/money.ts';
import { formatMonth, monthAt } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { packageFile } from '../../../domain/package-file.ts';
import { EVERYWHERE } from '../../../domain/reading/jurisdiction-search.ts';
import { writeBudget } from '../../../registers/budgets.ts';
import { stateOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import { readDataset } from '../../../store/dataset.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { makeCommand } from '../../help.ts';
import { lookedAtOption, referenceOption } from '../../options.ts';
import { oneLine, print } from '../../output/print.ts';

interface BudgetFlags {
  db: string;
  reference: string;
  note: string;
}

/** `allocations budget`: writes the register of budgets. */
export function budgetCommand(config: Config): Command {
  const setCommand = makeCommand('set', {
    description: 'Set the budget of a jurisdiction for one year',
    arguments: {
      '<jurisdiction>': 'Its id, code or name',
      '<fiscal-year>': 'The year: 2026-27, or 2026 for a calendar year',
      '<amount>': 'The budget in dollars',
    },
    options: [
      new Option('--note <text>', 'What to remember about it').default(''),
      lookedAtOption(config),
      referenceOption(config),
    ],
    examples: ['allocations budget set "Alder Creek" 2026-27 20100000'],
  });
  return makeCommand('budget', {
    description: 'Set what jurisdictions are expected to get in a year',
  }).addCommand(setCommand.action(setBudget));
}

function setBudget(
  place: string,
  fiscalYear: string,
  amount: string,
  { db, reference, note }: BudgetFlags,
): void {
  if (!isFiscalYear(fiscalYear))
    throw new OperatorError(
      `"${fiscalYear}" is not a year. Write 2026-27, or 2026 for a calendar year.`,
      USAGE,
    );
  const cents = parseMoney(amount);
  if (!cents || cents < 0)
    throw new OperatorError(
      `"${amount}" is not an amount above zero. Write dollars, such as 20100000.`,
      USAGE,
    );
  requireOwnRegisters(reference);
  const {
    name,
    state,
    sales_tax_id: code,
  } = readDataset(db, (dataset) => chooseJurisdiction(dataset, place, EVERYWHERE));
  const path = writeBudget(reference, {
    state,
    code,
    fiscalYear,
    amount: cents,
    note: oneLine(note),
  });
  const set = `The budget of ${name} for the ${yearInWords(fiscalYear)} is ${formatMoney(cents)}. It is in ${path}.`;
  print(oneLine([set, ...fiscalYearHint(stateOf(state), fiscalYear)].join(' ')));
}

/** An upgrade replaces the program's own folder, and a budget in it would be lost. */
function requireOwnRegisters(reference: string): void {
  const shipped = packageFile('data/reference');
  if (existsSync(reference) && realpathSync(reference) === realpathSync(shipped))
    throw new OperatorError(
      `The program's own folder of registers keeps no budgets, because an upgrade replaces it. Copy it, and name the copy: cp -r ${shipped} reference, then --reference reference here and in the commands that show budgets. ALLOCATIONS_REFERENCE names it for all commands.`,
      USAGE,
    );
}

/** A calendar year may be meant as the fiscal year that ends in it. */
function fiscalYearHint({ name, calendar }: State, year: string): string[] {
  const start = fiscalYearToDateStart(calendar);
  const usual = fiscalYearOf(monthAt(Number(year.slice(0, 4)) * 12), start);
  if (year.includes('-') || usual === year) return [];
  const month = formatMonth(monthAt(start - 1)).split(' ')[0];
  return [
    `In ${name}, the fiscal year usually begins in ${month}. If you mean the one that ends in ${year}, write ${usual}.`,
  ];
}
