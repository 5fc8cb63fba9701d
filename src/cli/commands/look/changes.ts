import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import type { changeRecord } from '../../../records/descriptions/change.ts';
import { isDate, LAST, momentBeforeNewest } from '../../../records/filters/versions.ts';
import { changes, idsIn } from '../../../records/queries/changes.ts';
import { readNote } from '../../change-news.ts';
import { formatMarkdownNote, formatNote } from '../../output/note.ts';
import type { Typed } from './filter-options.ts';
import { recordCommand, type Shown, withOwnText } from './records.ts';

/** `allocations changes`: tells what changed, as a note for a mail or as a list. */
export function changesCommand(config: Config): Command {
  return recordCommand(changes, config, { text: withOwnText(changes, writeNote), formats: ['markdown'] });
}

function writeNote({ view, asked, typed, format }: Shown<unknown, (typeof changeRecord)['filters']>): string {
  const { since, since_version, state, county, jurisdictions } = asked;
  const { run } = since ?? since_version ?? momentBeforeNewest(view.dataset);
  const question = { run, state, jurisdictions: idsIn(view, county, jurisdictions) };
  const note = readNote(view, question, { since: phraseOf(typed), command: commandOf(typed) });
  return format === 'markdown' ? formatMarkdownNote(note) : formatNote(note);
}

function phraseOf({ since, since_version }: Typed): string {
  const [moment = LAST] = since ?? since_version ?? [];
  if (moment === LAST) return 'in the newest run';
  return isDate(moment) ? `since ${moment}` : `since version ${moment}`;
}

/** The command that lists what a note leaves out. */
function commandOf(typed: Typed): string {
  const given = Object.entries(typed).flatMap(([name, values]) =>
    values
      .filter((value) => value !== LAST)
      .map((value) => `--${name.replaceAll('_', '-')} ${/^[\w-]+$/.test(value) ? value : `"${value}"`}`),
  );
  return ['allocations changes', ...given, '--format csv'].join(' ');
}
