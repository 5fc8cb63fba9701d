import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import {
  COMPARISON_GROUPS,
  COMPARISON_SORTS,
  type ComparisonGroup,
  compareState,
  LARGEST_FIRST,
  type StateLine,
} from '../../../analyses/analyses.ts';
import type { Config } from '../../../config.ts';
import { type ComparisonSort, sortLines } from '../../../derive/comparison.ts';
import { COMPARED_FIGURES, GROUP_FIGURES, nameFigures } from '../../../derive/figure-names.ts';
import { fiscalYearToDateStart } from '../../../domain/allocation.ts';
import { type Month, monthAt, monthIndex } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { writeCsv } from '../../../publish/table.ts';
import { STATE_CODES, stateOf, unitOf } from '../../../states/index.ts';
import { readDataset } from '../../../store/dataset.ts';
import { openReader } from '../../../store/query/view.ts';
import { chooseJurisdictions } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { countyOption, type ScopeFlags, scopeOf } from '../../jurisdiction-scope.ts';
import {
  databaseOption,
  fiscalYearOption,
  jurisdictionsOption,
  readCount,
  readMonth,
  readState,
  typeOption,
} from '../../options.ts';
import { formatComparison } from '../../output/comparison.ts';
import { comparisonTable } from '../../output/figure-table.ts';
import { MOST_PRINTED, print, printJson } from '../../output/print.ts';

const FORMATS = ['table', 'csv', 'json'] as const;

type Sort = ComparisonSort<StateLine>;

interface CompareFlags extends ScopeFlags {
  db: string;
  month?: Month;
  jurisdiction?: string[];
  group: ComparisonGroup;
  sort: Sort;
  limit?: number;
  format: (typeof FORMATS)[number];
  fiscalYearStart?: number;
}

/** `allocations compare`: compares the payments of many jurisdictions with the year before. */
export function compareCommand(config: Config): Command {
  const command = new Command('compare')
    .description('Compare payments of many jurisdictions with the year before')
    .addArgument(new Argument('<state>', `State to compare (${STATE_CODES.join(', ')})`).argParser(readState))
    .addOption(
      new Option('--month <month>', 'Allocation period to compare. Default: the newest').argParser(readMonth),
    )
    .addOption(typeOption('Only jurisdictions of this type'))
    .addOption(countyOption('Only jurisdictions of this county'))
    .addOption(jurisdictionsOption())
    .addOption(
      new Option('--group <group>', 'What a line is: a jurisdiction, or the sum of those of a group')
        .choices(COMPARISON_GROUPS)
        .default('jurisdiction'),
    )
    .addOption(
      new Option(
        '--sort <name>',
        'Figure to sort by, under its name in CSV, or name or rank. Put - before it for descending order',
      )
        .argParser(readSort)
        .default(LARGEST_FIRST, '-value'),
    )
    .addOption(
      new Option(
        '--limit <n>',
        `Lines to print. Default: ${MOST_PRINTED} in a table, all in CSV and JSON`,
      ).argParser(readCount(1, 1_000_000)),
    )
    .addOption(
      new Option(
        '--format <format>',
        'Form of the output. Amounts are in dollars, in JSON in cents. Changes in JSON are in millionths',
      )
        .choices(FORMATS)
        .default('table'),
    )
    .addOption(fiscalYearOption('First month of the fiscal year, 1 to 12'))
    .addOption(databaseOption(config))
    .action(compare);
  return addExamples(
    command,
    'allocations compare ca --county "Los Angeles" --type city',
    'allocations compare tx --group type --month 2026-09',
    'allocations compare ca --sort -change --limit 10 --format csv',
  );
}

async function compare(code: string, flags: CompareFlags): Promise<void> {
  const { group, type = null, sort, format } = flags;
  const state = stateOf(code);
  const unit = unitOf(code, state.headline) ?? 'amount';
  const fiscalYearStart = flags.fiscalYearStart ?? fiscalYearToDateStart(state.calendar);
  const { month, lines } = readDataset(flags.db, (dataset) => {
    const scope = scopeOf(dataset, { ...flags, state: code });
    const named = flags.jurisdiction && chooseJurisdictions(dataset, flags.jurisdiction, scope);
    const jurisdictions = named?.map(({ id }) => id) ?? null;
    const asked = flags.month === undefined ? null : monthIndex(flags.month);
    const question = { month: asked, jurisdictions, type, county: scope.county, group, fiscalYearStart };
    return openReader(dataset).read((view) => compareState(view, state, question));
  });
  if (month === null || lines.length === 0)
    throw new OperatorError(`No jurisdiction matches. ${adviceOf(month)}`, USAGE);
  const sorted = sortLines(lines, sort);
  const shown = sorted.slice(0, flags.limit ?? (format === 'table' ? MOST_PRINTED : sorted.length));
  const isSelection = [flags.jurisdiction, flags.type, flags.county].some((asked) => asked !== undefined);
  const heading = { state, month: monthAt(month), group, fiscalYearStart, total: sorted.length, isSelection };
  const membersOf = (some: typeof lines) => some.reduce((sum, { members }) => sum + members, 0);
  const counts = {
    members: membersOf(lines),
    grouped: membersOf(lines.filter(({ group: name }) => name !== null)),
  };
  if (format === 'table') print(formatComparison(shown, { ...heading, ...counts }));
  else if (format === 'csv')
    await writeCsv(comparisonTable(shown, group !== 'jurisdiction', unit), process.stdout);
  else
    printJson({
      ...{
        state: code,
        month: heading.month,
        field: state.headline,
        fiscal_year_start: fiscalYearStart,
        group,
      },
      lines: shown.map(toJson),
    });
}

/** A line under the names of the JSON output. */
function toJson(line: StateLine) {
  const { rank, subject, group, members, missing, doubt } = line;
  const { id, name, type, county } = subject ?? {};
  return {
    rank,
    jurisdiction: subject && { id, name, type, county },
    ...{ group, members, missing },
    ...(line.subject === null ? nameFigures(GROUP_FIGURES, line) : nameFigures(COMPARED_FIGURES, line)),
    ...(line.subject !== null && { doubt }),
  };
}

function adviceOf(month: number | null): string {
  return month === null
    ? 'The dataset has no datapoint of this state. Load reports first: allocations ingest <path>'
    : `None has a datapoint in ${monthAt(month)} or in the 24 months before it. Use fewer options, or another --month.`;
}

function readSort(text: string): Sort {
  const descending = text.startsWith('-');
  const key = COMPARISON_SORTS.get(descending ? text.slice(1) : text);
  if (key) return { ...key, descending };
  throw new InvalidArgumentError(
    `Give one of ${[...COMPARISON_SORTS.keys()].join(', ')}, or one with - before it.`,
  );
}
