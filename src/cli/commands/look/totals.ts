import { Argument, Command, Option } from 'commander';
import { addUpState, describeNoSum } from '../../../analyses/analyses.ts';
import type { Config } from '../../../config.ts';
import { GROUP_FIGURES, nameFigures } from '../../../derive/figure-names.ts';
import { fiscalYearToDateStart } from '../../../domain/allocation.ts';
import { formatCount } from '../../../domain/money.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { writeCsv } from '../../../publish/table.ts';
import { STATE_CODES, stateOf, unitOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import { readDataset } from '../../../store/dataset.ts';
import { openReader } from '../../../store/query/view.ts';
import { chooseJurisdictions } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { countyOption, type ScopeFlags, scopeOf } from '../../jurisdiction-scope.ts';
import {
  databaseOption,
  fiscalYearOption,
  fromOption,
  jurisdictionsOption,
  readState,
  requireOrder,
  toOption,
  typeOption,
} from '../../options.ts';
import { formatTotals, TOTALS_VIEWS, type TotalsView } from '../../output/analysis.ts';
import { formatFigure } from '../../output/figure.ts';
import { totalsTable } from '../../output/figure-table.ts';
import { requireField } from '../../output/jurisdiction.ts';
import { print, printJson } from '../../output/print.ts';

const FORMATS = ['table', 'csv', 'json'] as const;

interface TotalsFlags extends ScopeFlags {
  db: string;
  jurisdiction?: string[];
  field?: string;
  view: TotalsView;
  from?: Month;
  to?: Month;
  format: (typeof FORMATS)[number];
  fiscalYearStart?: number;
}

/** `allocations totals`: adds up the jurisdictions of a county, a type or a state, month by month. */
export function totalsCommand(config: Config): Command {
  const command = new Command('totals')
    .description('Add up many jurisdictions month by month')
    .addArgument(new Argument('<state>', `State to add up (${STATE_CODES.join(', ')})`).argParser(readState))
    .addOption(typeOption('Only jurisdictions of this type'))
    .addOption(countyOption('Only jurisdictions of this county'))
    .addOption(jurisdictionsOption())
    .addOption(new Option('--field <field>', 'Amount to add up. Default: the payment'))
    .addOption(new Option('--view <view>', 'What a line is').choices(TOTALS_VIEWS).default('month'))
    .addOption(fromOption())
    .addOption(toOption())
    .addOption(
      new Option('--format <format>', 'Form of the output. CSV has dollars, JSON has cents')
        .choices(FORMATS)
        .default('table'),
    )
    .addOption(fiscalYearOption('First month of the fiscal year, 1 to 12'))
    .addOption(databaseOption(config))
    .action(async (state: string, flags: TotalsFlags) => {
      requireOrder(command, flags);
      await addUp(stateOf(state), flags);
    });
  return addExamples(
    command,
    'allocations totals ca --type city --county Alameda',
    'allocations totals tx --view year',
    'allocations totals il --from 2020-01 --format csv',
  );
}

async function addUp(state: State, flags: TotalsFlags): Promise<void> {
  const { code, headline, calendar } = state;
  const { field = headline, type = null, view, format } = flags;
  requireAmount(state, field);
  const fiscalYearStart = flags.fiscalYearStart ?? fiscalYearToDateStart(calendar);
  const all = readDataset(flags.db, (dataset) => {
    const scope = scopeOf(dataset, { ...flags, state: code });
    const named = flags.jurisdiction && chooseJurisdictions(dataset, flags.jurisdiction, scope);
    const jurisdictions = named?.map(({ id }) => id) ?? null;
    const asked = { jurisdictions, type, county: scope.county, field, fiscalYearStart };
    return openReader(dataset).read((version) => addUpState(version, state, asked));
  });
  const { from = '', to = '9' } = flags;
  const months = all.filter(({ month }) => month >= from && month <= to);
  if (months.length === 0)
    throw new OperatorError('No jurisdiction matches in these months. Use fewer options.', USAGE);
  if (format === 'csv') await writeCsv(totalsTable(months), process.stdout);
  else if (format === 'json')
    printJson({
      ...{ state: code, field, fiscal_year_start: fiscalYearStart },
      months: months.map((total) => ({
        ...{ month: total.month, fiscal_year: total.fiscalYear },
        ...{ members: total.members, missing: total.missing },
        ...nameFigures(GROUP_FIGURES, total),
      })),
    });
  else {
    const shown = field.replaceAll('_', ' ');
    const figure = (value: number | null) => formatFigure(code, field, value);
    const table = formatTotals(months, { view, shown, figure, fiscalYearStart });
    const newest = formatCount(months.at(-1)?.members ?? 0);
    print(`${state.name}, ${shown} of ${newest} jurisdictions in ${months.at(-1)?.month}\n\n${table}`);
  }
}

function requireAmount(state: State, field: string): void {
  requireField(state, field);
  if (unitOf(state.code, field) === 'percent') throw new OperatorError(describeNoSum(field), USAGE);
}
