import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Finding, finding } from '../domain/findings/finding.ts';
import { errorCode, messageOf } from '../domain/operator-error.ts';
import {
  fileOfOrigin,
  type OriginFile,
  originFile,
  originFileName,
  type ReportOrigin,
} from '../domain/origin.ts';
import { compareText } from '../domain/text/compare-text.ts';
import { parseJson } from '../domain/text/json.ts';
import { readRegularFile } from './regular-file.ts';

/** What the note beside a file says. */
export interface OriginNote {
  origin: ReportOrigin | null;
  findings: Finding[];
}

/**
 * Reads the note that `fetch` wrote beside a file. The origin is `null` if there is no note or it is about other bytes.
 * Without a hash, any note counts. A damaged note is a finding and does not refuse the report.
 */
export function readOrigin(path: string, sha256?: string): OriginNote {
  const note = join(dirname(path), originFileName(basename(path)));
  let text: string;
  try {
    text = readRegularFile(note).toString();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENAMETOOLONG')
      return { origin: null, findings: [] };
    return damaged(note, messageOf(error));
  }
  const parsed = originFile.safeParse(parseJson(text));
  if (!parsed.success) return damaged(note, 'it is not the note fetch writes');
  const { sha256: noted, ...origin } = parsed.data;
  return { origin: noted === (sha256 ?? noted) ? origin : null, findings: [] };
}

function damaged(note: string, reason: string): OriginNote {
  return { origin: null, findings: [finding('damaged-origin', { note, reason })] };
}

/** A downloaded file, as the note beside it says. */
export interface NotedFile extends OriginFile {
  file: string;
}

/** The downloads of a folder, the oldest first. A note that cannot be read counts as absent. */
export function readNotedFiles(folder: string): NotedFile[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const notes = names.flatMap((name): NotedFile[] => {
    const file = fileOfOrigin(name);
    if (file === null) return [];
    try {
      const note = originFile.safeParse(parseJson(readRegularFile(join(folder, name)).toString()));
      return note.success ? [{ ...note.data, file: join(folder, file) }] : [];
    } catch {
      return [];
    }
  });
  return notes.sort((a, b) => compareText(a.fetched_at, b.fetched_at));
}
