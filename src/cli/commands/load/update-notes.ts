import { existsSync } from 'node:fs';
import { Option } from 'commander';
import type { Config } from '../../../config.ts';
import { messageOf, OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { EVERYWHERE } from '../../../domain/reading/jurisdiction-search.ts';
import { readRegularFile } from '../../../files/regular-file.ts';
import { notePath, writeNote } from '../../../publish/note/note-files.ts';
import { readPlaceNote } from '../../../records/note/read.ts';
import { openRegisters } from '../../../registers/beside.ts';
import { readDataset } from '../../../store/dataset.ts';
import type { StoredJurisdiction } from '../../../store/query/jurisdictions.ts';
import { type DatasetView, openReader } from '../../../store/query/view.ts';
import type { NotesAfter } from '../../../update/attention.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { readPath } from '../../options.ts';
import { unlessNoPayment } from '../serve/note.ts';

/** Options of an update that writes notes. */
export interface NoteFlags {
  notes?: string;
  notePlaces?: string;
  db: string;
  reference: string;
  state?: string[];
}

export function noteOptions(): Option[] {
  return [
    new Option(
      '--notes <folder>',
      'Write the note of each place into this folder after a new month',
    ).argParser(readPath),
    new Option(
      '--note-places <file>',
      'Only notes of these places: a text file with an id, code or name on each line',
    ).argParser(readPath),
  ];
}

/**
 * Writes the notes of the places whose state got a new month, and those that the folder does not have yet. A place
 * that fails does not stop the others. Returns `null` if no notes are asked for.
 */
export function writeNotes(
  config: Config,
  flags: NoteFlags,
  { states, signal }: { states: ReadonlySet<string>; signal: AbortSignal },
): NotesAfter | null {
  const { notes: folder, reference, db } = flags;
  if (folder === undefined) return null;
  const failures: string[] = [];
  const attempt = <Result>(step: () => Result): Result | null => {
    signal.throwIfAborted();
    try {
      return step();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      failures.push(messageOf(error));
      return null;
    }
  };
  const written = readDataset(db, (dataset) =>
    openReader(dataset).read((view) => {
      const write = (place: StoredJurisdiction) => {
        const file = notePath(folder, place);
        if (!states.has(place.state) && existsSync(file)) return false;
        const beside = openRegisters(reference);
        const note = unlessNoPayment(() => readPlaceNote(view, { id: place.id }, config.version, beside));
        return note ? writeNote(note, file) : false;
      };
      const places = attempt(() => placesOf(view, flags, attempt)) ?? [];
      return places.filter((place) => attempt(() => write(place)));
    }),
  );
  return { folder, written: written.length, failures };
}

/** The places of the file, else all places of the states of the update. */
function placesOf(
  view: DatasetView,
  { notePlaces, state: states }: NoteFlags,
  attempt: <Result>(step: () => Result) => Result | null,
): StoredJurisdiction[] {
  if (notePlaces === undefined)
    return [...view.jurisdictions.values()].filter(({ state }) => states?.includes(state) ?? true);
  return readPlaces(notePlaces).flatMap(
    (place) => attempt(() => chooseJurisdiction(view.dataset, place, EVERYWHERE)) ?? [],
  );
}

function readPlaces(file: string): string[] {
  try {
    const lines = readRegularFile(file).toString().split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  } catch (error) {
    throw new OperatorError(`Cannot read the places of --note-places: ${messageOf(error)}.`, USAGE);
  }
}
