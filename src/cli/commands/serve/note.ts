import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import type { JurisdictionType } from '../../../domain/jurisdiction.ts';
import { firstDay, type Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { plural } from '../../../domain/text/wording.ts';
import { loadNotePrinter } from '../../../explorer/note/load-note.ts';
import { isNoteFile, notePath, writeNote } from '../../../publish/note/note-files.ts';
import { BASES, BASIS, type Basis } from '../../../records/filters/shared-filters.ts';
import type { NoteQuestion } from '../../../records/note/compose.ts';
import { NoPayment } from '../../../records/note/counted-month.ts';
import { readPlaceNote } from '../../../records/note/read.ts';
import { openRegisters } from '../../../registers/beside.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { chooseJurisdiction, scopeOf } from '../../choose-jurisdiction.ts';
import { makeCommand } from '../../help.ts';
import {
  fiscalYearOption,
  lookedAtOption,
  readMonth,
  readPath,
  referenceOption,
  stateOption,
  typeOption,
} from '../../options.ts';
import { print } from '../../output/print.ts';
import { limitedPlaces, type PlaceLimits, placeLimits } from '../../place-limits.ts';
import { requireNotOwn } from '../../written-files.ts';
import { lookAt } from '../look/records.ts';

interface NoteFlags extends PlaceLimits {
  all?: true;
  jurisdiction?: string[];
  state?: string | undefined;
  type?: JurisdictionType;
  county?: string | undefined;
  month?: Month;
  fiscalYearStart?: number;
  basis?: Basis;
  out?: string;
  force?: true;
  db: string;
  reference: string;
}

/** `allocations note`: one page about the payment of one place, or of each of many. */
export function noteCommand(config: Config): Command {
  return makeCommand('note', {
    description: 'Write one page about the payment of a month of one place',
    arguments: { '[jurisdiction]': 'Its id, code or name' },
    options: [
      new Option('--all', 'Write a note for each place. Options narrow them'),
      new Option('--jurisdiction <jurisdictions...>', 'Write a note for each of these: id, code or name'),
      stateOption('Only places of this state'),
      typeOption('Only places of this type'),
      new Option('--county <name>', 'Only places in this county'),
      // as publish names them
      ...placeLimits('Only places').map((option) => option.hideHelp()),
      new Option(
        '--month <month>',
        'Month of payment, or of sales with --basis sales. Default: the newest month of the state',
      ).argParser(readMonth),
      fiscalYearOption('Calendar month in which the fiscal year starts, 1 to 12'),
      new Option('--basis <value>', BASIS.meaning).choices(BASES),
      new Option(
        '--out <path>',
        'File to write, such as note.html. For several notes, a folder. Default: print the page',
      ).argParser(readPath),
      new Option('--force', 'Replace a file of --out even if it is no note, or an edited one'),
      lookedAtOption(config),
      referenceOption(config),
    ],
    examples: [
      'allocations note "Alder Creek" --out alder-creek.html',
      'allocations note "Alder Creek" --month 2026-09 > alder-creek.html',
      'allocations note --all --state tx --out notes',
    ],
  }).action(async (place: string | undefined, given: NoteFlags) => {
    const flags = {
      ...given,
      state: given.onlyState ?? given.state,
      county: given.onlyCounty ?? given.county,
      jurisdictions: given.jurisdictions ?? given.jurisdiction,
    };
    const isMany = flags.all === true || flags.jurisdictions !== undefined;
    requireOneChoice(place, isMany, flags);
    if (flags.out !== undefined) requireNotOwn(config, flags.out, flags);
    const makeFrom = await openNotes(config, flags);
    await lookAt(config, { db: flags.db }, async (view) => {
      const make = (id: number) => makeFrom(view, questionOf(id, flags));
      if (isMany) writeMany(make, view, flags);
      else writeOne(make, view, `${place}`, flags);
    });
  });
}

function requireOneChoice(place: string | undefined, isMany: boolean, { out }: NoteFlags): void {
  if ((place !== undefined) === isMany)
    throw new OperatorError('Name one place, or give --all or --jurisdiction.', USAGE);
  if (isMany && (out === undefined || isNoteFile(out)))
    throw new OperatorError('Several notes need a folder. Name one with --out.', USAGE);
  if (!isMany && out !== undefined && !isNoteFile(out))
    throw new OperatorError(
      `${out} does not end with .html. Name another file with --out. For a PDF, open the page in a browser, print it, and save it as PDF. For a workbook, see allocations export.`,
      USAGE,
    );
}

/** Opens what makes notes from a dataset and the registers: the HTML, or why the place has none. */
export async function openNotes(config: Config, { reference }: Pick<NoteFlags, 'reference'>) {
  const print = await loadNotePrinter();
  const beside = openRegisters(reference);
  return (view: DatasetView, asked: NoteQuestion): string | NoPayment => {
    try {
      const note = readPlaceNote(view, asked, config.version, beside);
      if (note) return print(note);
    } catch (error) {
      if (error instanceof NoPayment) return error;
      throw error;
    }
    throw new OperatorError('The dataset has no payment of this state. Load reports first.', USAGE);
  };
}

type MakeNote = (id: number) => string | NoPayment;

function writeOne(make: MakeNote, view: DatasetView, place: string, flags: NoteFlags): void {
  const { id, name } = chooseJurisdiction(view.dataset, place, scopeOf(view, flags));
  const html = make(id);
  if (html instanceof NoPayment)
    throw new OperatorError(`${html.what}${html.newest ? ` Add --month ${html.newest}.` : ''}`, USAGE);
  if (flags.out === undefined) {
    print(html.trimEnd());
    return;
  }
  const isNew = writeNote(html, flags.out, flags);
  print(`${isNew ? 'Wrote' : 'Unchanged:'} the note of ${name} to ${flags.out}.`);
}

function writeMany(make: MakeNote, view: DatasetView, flags: NoteFlags): void {
  const { state, county, type, jurisdictions, out = '' } = flags;
  const places = limitedPlaces(view, { onlyState: state, onlyCounty: county, jurisdictions, type });
  if (places.length === 0) throw new OperatorError('No place matches.', USAGE);
  let [left, written] = [0, 0];
  for (const place of places) {
    const html = make(place.id);
    if (html instanceof NoPayment) left++;
    else if (writeNote(html, notePath(out, place), flags)) written++;
  }
  const none = left === 0 ? '' : ` No note for ${plural(left, 'place')} without a payment in the month.`;
  const made = plural(places.length - left, 'note');
  print(`${made} in ${out}: ${written} written, the others unchanged.${none}`);
}

function questionOf(id: number, { month, fiscalYearStart, basis }: NoteFlags): NoteQuestion {
  return {
    id,
    ...(month && { month: { from: firstDay(month), to: firstDay(month) } }),
    ...(fiscalYearStart !== undefined && { fiscal_year_start: fiscalYearStart }),
    ...(basis !== undefined && { basis }),
  };
}
