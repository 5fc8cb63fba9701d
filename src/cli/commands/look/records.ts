import { Command, Option } from 'commander';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { JURISDICTION_TYPES } from '../../../domain/jurisdiction.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { EVERYWHERE } from '../../../domain/reading/jurisdiction-search.ts';
import { flatColumns, lineColumns } from '../../../records/description.ts';
import { checkAsked } from '../../../records/filters/asked.ts';
import type { ParsedFilter, ParsedFilters } from '../../../records/filters/complete-asked.ts';
import type { Asked, Filters } from '../../../records/filters/filter.ts';
import { nearestName } from '../../../records/filters/nearest-name.ts';
import { isSpan } from '../../../records/filters/read-parameters.ts';
import { LIST_COMMA } from '../../../records/filters/readers.ts';
import { WrongFilter } from '../../../records/filters/wrong-filter.ts';
import { type Beside, EVERYTHING, type FoundRows, type RecordList } from '../../../records/list.ts';
import { tableOf } from '../../../records/table.ts';
import { readBudgets } from '../../../registers/budgets.ts';
import { readRegisters } from '../../../registers/registers.ts';
import { STATES, stateOfId } from '../../../states/index.ts';
import { openForReading } from '../../../store/dataset.ts';
import { usualSchedule } from '../../../store/query/completeness.ts';
import { openLookup } from '../../../store/query/jurisdiction-lookup.ts';
import { type DatasetView, EMPTY_VERSION, openReader } from '../../../store/query/view.ts';
import { chooseJurisdiction, describeNear, explainSample, scopeOf } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { referenceOption } from '../../options.ts';
import { MOST_PRINTED, oneLine, print, tell } from '../../output/print.ts';
import { formatRecords } from '../../output/records.ts';
import { type OutFlags, printTable, requireNotOwn, writeOut } from '../../written-files.ts';
import {
  addFilters,
  forCommands,
  type Given,
  optionsOf,
  requireFiltersOf,
  type Typed,
} from './filter-options.ts';
import { lookOptions, requireOneFormat } from './look-options.ts';

/** The options of every command that lists records, besides its filters. */
interface RecordFlags extends OutFlags {
  db: string;
  /** Of lists that depend on registers. */
  reference?: string;
  view?: string;
  limit?: number;
  columns?: string;
  format: string;
  json?: true;
}

/** The records that a text made by hand shows. */
export interface Shown<Row, Given extends Filters> {
  view: DatasetView;
  /** What the registers say. */
  beside: Beside;
  asked: Asked<Given>;
  /** The texts that the command line gives for each filter. */
  typed: Typed;
  format: string;
  /** How many records to print. */
  limit: number;
  /** Finds all of them. */
  find(): { found: FoundRows<Row>; rows: readonly Row[] };
}

/** A list with a text made by hand. */
export interface ListWithText<Row = unknown, Given extends Filters = Filters> {
  list: RecordList<Row, Given>;
  format(shown: Shown<Row, Given>): string;
}

export function withOwnText<Row, Given extends Filters>(
  list: RecordList<Row, Given>,
  format: (shown: Shown<Row, Given>) => string,
): ListWithText {
  return { list, format };
}

/** What a command has besides its list: its text, and the lists that `--view` names instead. */
export interface ByHand {
  text: ListWithText;
  /** How many records the text has if neither --from nor --limit says so, the newest first. */
  newest?: number;
  /** Its formats besides text. */
  formats?: readonly string[];
  views?: Readonly<Record<string, ListWithText>>;
  viewMeaning?: string;
  /** The list that the command shows instead if the command line gives this filter of it. */
  instead?: Pick<ListWithText, 'list'> & Partial<ListWithText> & { ifGiven: string };
}

/** `allocations <name>`: lists the records of a description. */
export function recordCommand(list: RecordList, config: Config, byHand?: ByHand): Command {
  const {
    name,
    command: called = name.replaceAll('_', '-'),
    title,
    filters,
    changesDaily,
    usesBudgets,
    examples = [],
  } = list.description;
  const { formats = [], instead, newest } = byHand ?? {};
  const given: Given = { filters: {}, jurisdictions: {}, typed: {} };
  const command = new Command(called ?? name).description(title);
  // as its address and its record are called
  const own = name.replaceAll('_', '-');
  if (command.name() !== own) command.alias(own);
  addFilters(command, { ...filters, ...(instead && optionsOf(instead.list, filters)) }, given);
  if (byHand?.views)
    command.addOption(
      new Option('--view <view>', byHand.viewMeaning ?? '').choices(Object.keys(byHand.views)),
    );
  for (const option of lookOptions(config, ['text', 'csv', 'json', 'ndjson', ...formats], newest))
    command.addOption(option);
  if (changesDaily || usesBudgets) command.addOption(referenceOption(config));
  command.action(async () => {
    const flags = command.opts<RecordFlags>();
    requireOneFormat(command, flags);
    const byView = byHand?.views?.[flags.view ?? ''] ?? byHand?.text ?? { list };
    const chosen = instead && given.filters[instead.ifGiven] !== undefined ? instead : byView;
    requireFiltersOf(command, chosen.list, given, instead?.ifGiven);
    await lookAt(config, flags, (view) =>
      show(chosen, view, given, flags, { config, formats: ['text', ...formats], newest }),
    );
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

async function show(
  { list, format: formatByHand }: Pick<ListWithText, 'list'> & Partial<ListWithText>,
  view: DatasetView,
  given: Given,
  flags: RecordFlags,
  { config, formats, newest }: { config: Config; formats: readonly string[]; newest: number | undefined },
): Promise<void> {
  const { description } = list;
  const { name, one } = description;
  const asked = checkAsked(list, view, parse(list, view, given));
  const columns = readColumns(
    flags.columns,
    [...flatColumns(description.members), ...lineColumns(description.meta)].map(({ flatName }) => flatName),
  );
  const format = flags.json ? 'json' : flags.format;
  const isText = format === 'text' && flags.out === undefined;
  const mostPrinted = given.typed.from ? MOST_PRINTED : (newest ?? MOST_PRINTED);
  const limit = flags.limit ?? (isText ? mostPrinted : EVERYTHING.limit);
  const beside = besideOf(flags.reference);
  if (formatByHand && flags.out === undefined && !columns && formats.includes(format)) {
    const find = () => {
      const found = list.find(view, asked, EVERYTHING, beside);
      return { found, rows: found.read(view, 0, found.length) };
    };
    return print(formatByHand({ view, beside, asked, typed: given.typed, format, limit, find }));
  }
  const found = list.find(view, asked, { offset: 0, limit }, beside);
  const table = tableOf(description, view, found, columns);
  if (!isText && found.warning !== undefined) tell(found.warning);
  if (flags.out !== undefined) {
    const { id } = asked;
    const state = typeof id === 'number' ? stateOfId(id) : STATES.find((one) => one.code === asked.state);
    await writeOut(config, view.dataset, table, flags.out, flags, {
      ...{ one: one.replaceAll('_', ' '), state },
      ...(found.meta && { meta: found.meta }),
    });
  } else if (!isText) await printTable(table, format, flags.headings);
  else if (found.total === 0) print(found.warning ?? explainNone(name, view, given.filters));
  else {
    const members = [...description.members, ...lineColumns(description.meta, found.meta)];
    const shown = { meta: found.meta ?? {}, total: found.total, names: columns };
    const rows = found.read(view, 0, found.length);
    print(formatRecords(columns ? { ...description, members } : description, rows, shown));
  }
}

/** What the registers say, of lists that depend on them. */
function besideOf(reference: string | undefined): Beside {
  if (reference === undefined) return {};
  return {
    schedule: { ...usualSchedule(), expectedBy: readRegisters(reference).expectedBy },
    budgets: () => readBudgets(reference),
  };
}

/** Says that a list is empty. Names like those of a search may help. */
export function explainNone(
  name: string,
  { dataset, version }: DatasetView,
  { q, state }: ParsedFilters,
): string {
  if (version === EMPTY_VERSION) return 'Nothing is loaded yet. Load your reports: allocations ingest <path>';
  const scope = { ...EVERYWHERE, state: typeof state === 'string' ? state : null };
  const near = typeof q === 'string' ? describeNear(openLookup(dataset), q, scope) : undefined;
  const sample = typeof q === 'string' ? explainSample(dataset) : '';
  const hint = near === undefined ? sample : `Similar names: ${near}.`;
  return oneLine(`No ${name.replaceAll('_', ' ')}. ${hint}`.trimEnd());
}

/** What the command line asks for, with the ids of jurisdictions. */
function parse(list: RecordList, view: DatasetView, { filters, jurisdictions }: Given): ParsedFilters {
  const asked: Record<string, ParsedFilter> = { ...filters };
  for (const [name, texts] of Object.entries(jurisdictions)) {
    const ids = texts.map((text) => idOf(list, view, text, filters));
    asked[name] = list.description.filters[name]?.isArgument ? (ids[0] ?? 0) : ids;
  }
  if (!isSpan(asked)) throw new OperatorError('--from is later than --to. Exchange them.', USAGE);
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
