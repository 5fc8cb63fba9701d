import { Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import type { JurisdictionType } from '../../../domain/jurisdiction.ts';
import { formatCount } from '../../../domain/money.ts';
import type { Month } from '../../../domain/month.ts';
import { counted } from '../../../domain/text/wording.ts';
import { STATES } from '../../../states/index.ts';
import { type Dataset, readDataset } from '../../../store/dataset.ts';
import {
  type JurisdictionLookup,
  type LookupScope,
  openLookup,
} from '../../../store/query/jurisdiction-lookup.ts';
import { countyOf, openSpans } from '../../../store/query/jurisdictions.ts';
import { describeNear } from '../../choose-jurisdiction.ts';
import { countyOption, optionsOf, type ScopeFlags, scopeOf } from '../../jurisdiction-scope.ts';
import { databaseOption, jsonOption, stateOption, typeOption } from '../../options.ts';
import { formatTable, MOST_PRINTED, oneLine, print, printJson } from '../../output/print.ts';

interface ListFlags extends ScopeFlags {
  db: string;
  q?: string;
  json?: true;
}

/** A jurisdiction with the names of the JSON. */
interface ListedJurisdiction {
  id: number;
  state: string;
  sales_tax_id: string;
  type: JurisdictionType | null;
  county: string | null;
  name: string;
  /** The former name that fits the search, `null` if the present name fits. */
  former_name: string | null;
  /** First and last allocation period with a datapoint, `null` without datapoints. */
  first_month: Month | null;
  last_month: Month | null;
}

/** `allocations list`: the jurisdictions. */
export function listCommand(config: Config): Command {
  return new Command('list')
    .description('list the jurisdictions with their ids, by state and name')
    .addOption(stateOption('only of this state'))
    .addOption(typeOption('only of this type'))
    .addOption(countyOption('only of this county, in California'))
    .addOption(
      new Option('--q <text>', 'only with this part of a name, present or former, or with this code or id'),
    )
    .addOption(databaseOption(config))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ allocations list --state ca --q creek')
    .action((flags: ListFlags) => {
      const [scope, asked] = [scopeOf(flags), flags.q ?? null];
      readDataset(flags.db, (dataset) => {
        const lookup = openLookup(dataset);
        const jurisdictions = listJurisdictions(dataset, lookup, asked, scope);
        if (flags.json) printJson({ total: jurisdictions.length, jurisdictions });
        else print(jurisdictions.length > 0 ? formatList(jurisdictions) : explainNone(lookup, asked, scope));
      });
    });
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
      type: type as JurisdictionType | null,
      county: countyOf(jurisdiction),
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
  { head: 'first', cell: ({ first_month }) => first_month },
  { head: 'last', cell: ({ last_month }) => last_month },
];

function formatList(jurisdictions: readonly ListedJurisdiction[]): string {
  const listed = jurisdictions.slice(0, MOST_PRINTED);
  // codes of some states name no county
  const columns = COLUMNS.filter(({ cell }) => listed.some((jurisdiction) => cell(jurisdiction) !== null));
  const rows = listed.map((jurisdiction) => columns.map(({ cell }) => cell(jurisdiction) ?? '-'));
  const table = formatTable(
    columns.map(({ head }) => head),
    rows,
    [],
    'name',
  );
  const total = counted(jurisdictions.length, 'jurisdiction');
  if (listed.length === jurisdictions.length) return `${table}\n\n${total}`;
  const shown = formatCount(listed.length);
  return `${table}\n\n${total}, ${shown} are shown; --json lists all, --state, --type, --county and --q list fewer`;
}

function explainNone(lookup: JurisdictionLookup, asked: string | null, scope: LookupScope): string {
  const options = [...optionsOf(scope), ...(asked === null ? [] : [`--q "${asked}"`])];
  if (options.length === 0)
    return 'The dataset has no jurisdictions. Load reports first: allocations ingest <path>';
  const near = asked === null ? undefined : describeNear(lookup, asked, scope);
  const advice = near === undefined ? '' : ` Near names: ${near}.`;
  const remedy =
    asked === null ? 'Leave one of them out' : 'Try a shorter part of the name, or fewer options';
  return oneLine(`No jurisdiction fits ${options.join(' and ')}.${advice} ${remedy}.`);
}
