import { Command } from 'commander';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { JURISDICTION_TYPES } from '../../../domain/jurisdiction.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { EVERYWHERE } from '../../../domain/reading/jurisdiction-search.ts';
import { flatColumns, registersOf } from '../../../records/description.ts';
import { checkAsked } from '../../../records/filters/asked.ts';
import type { ParsedFilter, ParsedFilters } from '../../../records/filters/complete-asked.ts';
import type { Asked, Filters } from '../../../records/filters/filter.ts';
import { nearestName } from '../../../records/filters/nearest-name.ts';
import { LIST_COMMA } from '../../../records/filters/readers.ts';
import { WrongFilter } from '../../../records/filters/wrong-filter.ts';
import { type Beside, EVERYTHING, type FoundRows, type RecordList } from '../../../records/list.ts';
import { tableOf } from '../../../records/table.ts';
import { openRegisters } from '../../../registers/beside.ts';
import { describeStrayPopulation } from '../../../registers/conversion.ts';
import { readRegisters } from '../../../registers/registers.ts';
import { STATES, stateOfId } from '../../../states/index.ts';
import { openForReading } from '../../../store/dataset.ts';
import { usualSchedule } from '../../../store/query/completeness.ts';
import { openLookup } from '../../../store/query/jurisdiction-lookup.ts';
import { type DatasetView, EMPTY_VERSION, openReader } from '../../../store/query/view.ts';
import { chooseJurisdiction, describeNear, explainSample, scopeOf } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { referenceOption } from '../../options.ts';
import { MOST_PRINTED, oneLine, print, printForPeople, tell } from '../../output/print.ts';
import { formatRecords } from '../../output/records.ts';
import { type OutFlags, printTable, requireNotOwn, writeOut } from '../../written-files.ts';
import { addFilters, forCommands, type GivenOptions } from './filter-options.ts';
import { lookOptions, requireOneFormat } from './look-options.ts';

/** The options of every command that lists records, besides its filters. */
interface RecordFlags extends OutFlags {
  db: string;
  /** Of lists that depend on registers. */
  reference?: string;
  limit?: number;
  columns?: string;
  format: string;
  json?: true;
}

/** What a text made by hand is made from. */
export interface Shown<Row, Given extends Filters> {
  view: DatasetView;
  /** What the registers say. */
  beside: Beside;
  asked: Asked<Given>;
  /** Finds all records. */
  find(): { found: FoundRows<Row>; rows: readonly Row[] };
}

/** `allocations <name>`: lists the records of a description. `formatByHand` makes a text that is no table. */
export function recordCommand<Row, Given extends Filters>(
  list: RecordList<Row, Given>,
  config: Config,
  formatByHand?: (shown: Shown<Row, Given>) => string,
): Command {
  const { name, command: called, title, filters, changesDaily, examples = [] } = list.description;
  const given: GivenOptions = { filters: {}, jurisdictions: {} };
  // as its address and its record are called
  const own = name.replaceAll('_', '-');
  const command = new Command(called ?? own).description(title);
  if (command.name() !== own) command.alias(own);
  addFilters(command, filters, given);
  for (const option of lookOptions(config, ['text', 'csv', 'json', 'ndjson'])) command.addOption(option);
  if (changesDaily || registersOf(list.description).length > 0) command.addOption(referenceOption(config));
  command.action(async () => {
    const flags = command.opts<RecordFlags>();
    requireOneFormat(command, flags);
    await lookAt(config, flags, (view) => show(list, view, given, flags, config, formatByHand));
  });
  return addExamples(
    command,
    examples.map((example) => `allocations ${command.name()} ${example}`.trim()),
  );
}

/** Opens a dataset for a command that looks. What it shows is of one version, even if a run ends meanwhile. */
export async function lookAt(
  config: Config,
  { db, out }: Pick<RecordFlags, 'db' | 'out'>,
  look: (view: DatasetView) => Promise<void>,
): Promise<void> {
  if (out !== undefined) requireNotOwn(config, out, { db });
  const dataset = openForReading(db);
  try {
    dataset.sqlite.exec('BEGIN');
    await look(openReader(dataset).read((present) => present));
  } catch (error) {
    throw error instanceof WrongFilter ? new OperatorError(forCommands(error.message), USAGE) : error;
  } finally {
    dataset.close();
  }
}

async function show<Row, Given extends Filters>(
  list: RecordList<Row, Given>,
  view: DatasetView,
  given: GivenOptions,
  flags: RecordFlags,
  config: Config,
  formatByHand?: (shown: Shown<Row, Given>) => string,
): Promise<void> {
  const { description } = list;
  const { one, members, files, others = [] } = description;
  // the description says of which type each value is
  const asked = checkAsked(list, view, parse(list, view, given)) as Asked<Given>;
  const known = [...(files ?? flatColumns(members)), ...flatColumns(others)].map(({ flatName }) => flatName);
  const columns = readColumns(flags.columns, known);
  const format = flags.json ? 'json' : flags.format;
  const isText = format === 'text' && flags.out === undefined;
  const limit = flags.limit ?? (isText ? MOST_PRINTED : EVERYTHING.limit);
  const isBeside = description.changesDaily || registersOf(description, asked).length > 0;
  const beside = isBeside ? besideOf(flags.reference) : {};
  if ((asked as Asked<Filters>).per !== undefined && flags.reference !== undefined) {
    const stray = describeStrayPopulation(flags.reference, view.jurisdictions);
    if (stray !== undefined) tell(stray);
  }
  if (formatByHand && isText && !columns) {
    const find = () => {
      const found = list.find(view, asked, EVERYTHING, beside);
      return { found, rows: found.read(view, 0, found.length) };
    };
    return printForPeople(formatByHand({ view, beside, asked, find }));
  }
  const found = list.find(view, asked, { offset: 0, limit }, beside);
  const table = tableOf(description, view, found, columns);
  if (!isText && found.warning !== undefined) tell(found.warning);
  if (flags.out !== undefined) {
    const { id, state: code } = asked as Asked<Filters>;
    const state = Array.isArray(id) ? stateOfId(Number(id[0])) : STATES.find((known) => known.code === code);
    await writeOut(config, view.dataset, table, flags.out, flags, { one: one.replaceAll('_', ' '), state });
  } else if (!isText) await printTable(table, format, flags.headings);
  else if (found.total === 0) print(found.warning ?? explainNone(one, view, given.filters));
  else {
    const rows = found.read(view, 0, found.length);
    const shown = found.members ? { ...description, members: found.members, shown: undefined } : description;
    const { total, converted, note } = found;
    printForPeople(formatRecords(shown, rows, { total, names: columns, converted, note }));
  }
}

/** What the registers say, of lists that depend on them. */
function besideOf(reference: string | undefined): Beside {
  if (reference === undefined) return {};
  const { expectedBy } = readRegisters(reference);
  return { schedule: { ...usualSchedule(), expectedBy }, ...openRegisters(reference) };
}

/** Says that a list is empty. Names like those of a search may help. */
function explainNone(
  one: string,
  { dataset, version, jurisdictions }: DatasetView,
  { q, state }: ParsedFilters,
): string {
  if (version === EMPTY_VERSION) return 'Nothing is loaded yet. Load your reports: allocations ingest <path>';
  const asked = STATES.find(({ code }) => code === state);
  if (asked && !Array.from(jurisdictions.values()).some((place) => place.state === asked.code))
    return `Nothing of ${asked.name} is loaded yet. Load its reports: allocations ingest <path>`;
  const scope = { ...EVERYWHERE, state: typeof state === 'string' ? state : null };
  const near = typeof q === 'string' ? describeNear(openLookup(dataset), q, scope) : undefined;
  const sample = typeof q === 'string' ? explainSample(dataset) : '';
  const hint = near === undefined ? sample : `Similar names: ${near}.`;
  return oneLine(`No ${one.replaceAll('_', ' ').replace(/s$/, '')}s. ${hint}`.trimEnd());
}

/** What the command line asks for, with the ids of jurisdictions. */
function parse(list: RecordList, view: DatasetView, { filters, jurisdictions }: GivenOptions): ParsedFilters {
  const asked: Record<string, ParsedFilter> = { ...filters };
  for (const [name, texts] of Object.entries(jurisdictions)) {
    const ids = texts.map((text) => idOf(list, view, text, filters));
    asked[name] = ids;
  }
  return asked;
}

/** The columns that `--columns` names. Throws an `OperatorError` if there is no such column. */
export function readColumns(
  text: string | undefined,
  known: readonly string[],
): readonly string[] | undefined {
  const names = text?.split(LIST_COMMA);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new OperatorError(
    `There is no column "${unknown}". ${nearestName(unknown, known, known.length)}`,
    USAGE,
  );
}

const SCOPE = z.object({
  state: z.string().optional(),
  type: z.enum(JURISDICTION_TYPES).optional(),
  county: z.string().optional(),
});

/** The id of a jurisdiction. One that was removed has no name any more, but a list may still have its id. */
function idOf(list: RecordList, view: DatasetView, text: string, filters: ParsedFilters): number {
  const isFound = openLookup(view.dataset).find(text, EVERYWHERE).length > 0;
  if (/^\d+$/.test(text) && !isFound && list.isKnown?.(view, Number(text))) return Number(text);
  return chooseJurisdiction(view.dataset, text, scopeOf(view, SCOPE.parse(filters))).id;
}
