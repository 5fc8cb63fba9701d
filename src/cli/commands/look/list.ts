import { Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import type { JurisdictionType } from '../../../domain/jurisdiction.ts';
import { formatCount } from '../../../domain/money.ts';
import type { Month } from '../../../domain/month.ts';
import { plural } from '../../../domain/text/wording.ts';
import { STATES } from '../../../states/index.ts';
import { type Dataset, readDataset } from '../../../store/dataset.ts';
import {
  type JurisdictionLookup,
  type LookupScope,
  openLookup,
} from '../../../store/query/jurisdiction-lookup.ts';
import { openSpans } from '../../../store/query/jurisdictions.ts';
import { describeNear } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { countyOption, optionsOf, type ScopeFlags, scopeOf } from '../../jurisdiction-scope.ts';
import { databaseOption, jsonOption, stateOption, typeOption } from '../../options.ts';
import { formatTable, MOST_PRINTED, oneLine, print, printJson } from '../../output/print.ts';

interface ListFlags extends ScopeFlags {
  db: string;
  q?: string;
  json?: true;
}

/** A jurisdiction, with the property names of the JSON output. */
interface ListedJurisdiction {
  id: number;
  state: string;
  sales_tax_id: string;
  type: JurisdictionType | null;
  county: string | null;
  name: string;
  /** The former name that matches the search, `null` if the present name matches. */
  former_name: string | null;
  /** First and last allocation period with a datapoint; `null` without datapoints. */
  first_month: Month | null;
  last_month: Month | null;
}

/** `allocations list`: lists the jurisdictions. */
export function listCommand(config: Config): Command {
  const command = new Command('list')
    .description('List jurisdictions with their ids')
    .addOption(stateOption('Only jurisdictions of this state'))
    .addOption(typeOption('Only jurisdictions of this type'))
    .addOption(countyOption('Only jurisdictions of this county'))
    .addOption(new Option('--q <text>', 'Search by id, code, or part of a present or former name'))
    .addOption(databaseOption(config))
    .addOption(jsonOption())
    .action((flags: ListFlags) => {
      const asked = flags.q ?? null;
      readDataset(flags.db, (dataset) => {
        const scope = scopeOf(dataset, flags);
        const lookup = openLookup(dataset);
        const jurisdictions = listJurisdictions(dataset, lookup, asked, scope);
        if (flags.json) printJson({ total: jurisdictions.length, jurisdictions });
        else print(jurisdictions.length > 0 ? formatList(jurisdictions) : explainNone(lookup, asked, scope));
      });
    });
  return addExamples(command, 'allocations list --state ca', 'allocations list --q creek');
}

function listJurisdictions(
  dataset: Dataset,
  lookup: JurisdictionLookup,
  asked: string | null,
  scope: LookupScope,
): ListedJurisdiction[] {
  const spansOf = new Map(STATES.map((state) => [state.code, openSpans(dataset, state)]));
  return lookup.search(asked, scope).map(({ jurisdiction, formerName }) => {
    const { id, state, sales_tax_id, type, name } = jurisdiction;
    const [first, last] = spansOf.get(state)?.(id) ?? [null, null];
    return {
      id,
      state,
      sales_tax_id,
      type,
      county: jurisdiction.county,
      name,
      former_name: formerName,
      first_month: first,
      last_month: last,
    };
  });
}

const COLUMNS: readonly { head: string; cell: (jurisdiction: ListedJurisdiction) => string | null }[] = [
  { head: 'id', cell: ({ id }) => String(id) },
  { head: 'state', cell: ({ state }) => state },
  { head: 'code', cell: ({ sales_tax_id }) => sales_tax_id },
  { head: 'type', cell: ({ type }) => type },
  { head: 'county', cell: ({ county }) => county },
  {
    head: 'name',
    cell: ({ name, former_name }) => (former_name === null ? name : `${name} (formerly ${former_name})`),
  },
  { head: 'from', cell: ({ first_month }) => first_month },
  { head: 'to', cell: ({ last_month }) => last_month },
];

function formatList(jurisdictions: readonly ListedJurisdiction[]): string {
  const listed = jurisdictions.slice(0, MOST_PRINTED);
  // leave out columns that would be empty, such as Texas counties
  const columns = COLUMNS.filter(({ cell }) => listed.some((jurisdiction) => cell(jurisdiction) !== null));
  const rows = listed.map((jurisdiction) => columns.map(({ cell }) => cell(jurisdiction) ?? '-'));
  const table = formatTable(
    columns.map(({ head }) => head),
    rows,
    [],
    'name',
  );
  const total = plural(jurisdictions.length, 'jurisdiction');
  if (listed.length === jurisdictions.length) return `${table}\n\n${total}`;
  const shown = formatCount(listed.length);
  return `${table}\n\n${shown} of ${total} are shown. --json lists all. --state, --type, --county and --q narrow the list.`;
}

function explainNone(lookup: JurisdictionLookup, asked: string | null, scope: LookupScope): string {
  const options = [...optionsOf(scope), ...(asked === null ? [] : [`--q "${asked}"`])];
  if (options.length === 0) return 'The dataset is empty. Load reports first: allocations ingest <path>';
  const near = asked === null ? undefined : describeNear(lookup, asked, scope);
  const advice = near === undefined ? '' : ` Similar names: ${near}.`;
  const remedy = asked === null ? 'Use fewer options' : 'Try a shorter part of the name, or fewer options';
  return oneLine(`No jurisdiction matches ${options.join(' and ')}.${advice} ${remedy}.`);
}
