import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { firstDay, type Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { EVERYWHERE } from '../../../domain/reading/jurisdiction-search.ts';
import { plural } from '../../../domain/text/wording.ts';
import { type NotedPlace, notePath, writeNote } from '../../../publish/note/note-files.ts';
import { BASES, BASIS, type Basis } from '../../../records/filters/shared-filters.ts';
import { NoPayment, type NoteQuestion } from '../../../records/note/note.ts';
import { newDocument, readPlaceNote } from '../../../records/note/read.ts';
import { openRegisters } from '../../../registers/beside.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { makeCommand } from '../../help.ts';
import {
  fiscalYearOption,
  lookedAtOption,
  readMonth,
  readPath,
  referenceOption,
  stateOption,
} from '../../options.ts';
import { print } from '../../output/print.ts';
import { requireNotOwn } from '../../written-files.ts';
import { lookAt } from '../look/records.ts';

interface NoteFlags {
  all?: boolean;
  state?: string;
  month?: Month;
  fiscalYearStart?: number;
  basis?: Basis;
  out?: string;
  db: string;
  reference: string;
}

/** `allocations note`: one page about the payment of one place, or of each place. */
export function noteCommand(config: Config): Command {
  return makeCommand('note', {
    description: 'Write one page about the payment of a month of one place',
    arguments: { '[jurisdiction]': 'Its id, code or name' },
    options: [
      new Option('--all', 'Write a note for each place'),
      stateOption('Only places of this state'),
      new Option(
        '--month <month>',
        'Month of payment, or of sales with --basis sales. Default: the newest month of the state',
      ).argParser(readMonth),
      fiscalYearOption('Calendar month in which the fiscal year starts, 1 to 12'),
      new Option('--basis <value>', BASIS.meaning).choices(BASES),
      new Option('--out <folder>', 'Folder for the notes. Default: print the page').argParser(readPath),
      lookedAtOption(config),
      referenceOption(config),
    ],
    examples: [
      'allocations note "Alder Creek" > alder-creek.html',
      'allocations note "Alder Creek" --month 2026-09 --out notes',
      'allocations note --all --state tx --out notes',
    ],
  }).action(async (name: string | undefined, { all = false, out, ...flags }: NoteFlags) => {
    if ((name === undefined) !== all) throw new OperatorError('Name one place, or give --all.', USAGE);
    if (out === undefined ? all : out.endsWith('.html'))
      throw new OperatorError('Name a folder for the notes with --out.', USAGE);
    if (out !== undefined) requireNotOwn(config, out, flags);
    const make = await openNotes(config, flags);
    const scope = { ...EVERYWHERE, state: flags.state ?? null };
    await lookAt(config, { db: flags.db }, async (view) => {
      const places =
        name === undefined ? view.search().within(scope) : [chooseJurisdiction(view.dataset, name, scope)];
      const makeNote = ({ id }: { id: number }) => make(view, { id, ...countedBy(flags) });
      if (out === undefined) for (const place of places) print(makeNote(place).trimEnd());
      else report(writeNotes(places, out, makeNote), out);
    });
  });
}

function countedBy({ month, fiscalYearStart, basis }: NoteFlags): Omit<NoteQuestion, 'id'> {
  return {
    ...(month && { month: { from: firstDay(month), to: firstDay(month) } }),
    ...(fiscalYearStart !== undefined && { fiscal_year_start: fiscalYearStart }),
    ...(basis !== undefined && { basis }),
  };
}

/** Opens what makes the HTML of notes from a dataset and the registers. It throws a `NoPayment` if a place has no note. */
export async function openNotes(config: Config, { reference }: Pick<NoteFlags, 'reference'>) {
  // most commands write none
  const { noteHtml } = await import('../../../explorer/note/note-page.tsx');
  const beside = openRegisters(reference);
  return (view: DatasetView, asked: NoteQuestion): string => {
    const note = readPlaceNote(view, asked, config.version, beside);
    if (note) return noteHtml(note, newDocument());
    throw new OperatorError('The dataset has no payment of this state. Load reports first.', USAGE);
  };
}

/** Writes the notes of places into a folder. A place that fails does not stop the others. `null` leaves a place out. */
export function writeNotes<Place extends NotedPlace>(
  places: Iterable<Place>,
  folder: string,
  make: (place: Place, file: string) => string | null,
) {
  const notes = { made: 0, written: 0, unpaid: [] as string[], failures: [] as string[] };
  for (const place of places)
    try {
      const file = notePath(folder, place);
      const html = make(place, file);
      if (html === null) continue;
      notes.written += Number(writeNote(html, file));
      notes.made += 1;
    } catch (error) {
      if (error instanceof NoPayment) notes.unpaid.push(...(error.errors.month ?? []));
      else if (error instanceof OperatorError) notes.failures.push(error.message);
      else throw error;
    }
  return notes;
}

function report({ made, written, unpaid, failures }: ReturnType<typeof writeNotes>, folder: string): void {
  const same = made === written ? '' : ' The others did not change.';
  const left = plural(unpaid.length, 'place');
  const none = unpaid.length === 0 ? '' : ` No note for ${left} without a payment in the month.`;
  if (made > 0) print(`Wrote ${plural(written, 'note')} to ${folder}.${same}${none}`);
  const faults = made > 0 ? failures : [...failures, ...unpaid];
  if (faults.length > 0) throw new OperatorError(faults.join(' '), USAGE);
}
