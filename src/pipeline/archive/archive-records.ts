import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import type { Finding } from '../../domain/findings/finding.ts';
import { errorCode, explainDisk, MACHINE, messageOf, OperatorError } from '../../domain/operator-error.ts';
import { reportOrigin } from '../../domain/origin.ts';
import type { ReportKindName, ReportRecord } from '../../domain/report.ts';
import { parseJson } from '../../domain/text/json.ts';
import { monthText } from '../../domain/text/month-text.ts';
import { sha256Hex } from '../../domain/text/sha256.ts';
import { FORMAT_NAMES } from '../../extract/formats/formats.ts';
import { readRegularFile } from '../../files/regular-file.ts';

export const RECORD_SUFFIX = '.report.json';
/** How to replace a record. The dataset stores the same facts. */
const REPAIR =
  'restore it from a backup, or delete it: the next ingest writes it again if the dataset has the report.';
/** Where a record is in the archive. Other files are not ours. */
const RECORD = /^[a-z]{2}[\\/][a-z-]+[\\/][0-9a-f]{64}\.report\.json$/;

const decision = z.strictObject({ at: z.iso.datetime(), reason: z.string() });

/** A stored finding. The catalogue shows the facts of an unknown code as they are. */
const storedFinding = z.custom<Finding>(
  (value) => typeof value === 'object' && value !== null && 'code' in value && 'facts' in value,
);

const currentRecord = z.strictObject({
  sha256: sha256Hex,
  kind: z.custom<ReportKindName>((value) => typeof value === 'string' && /^[a-z]{2}\/[a-z-]+$/.test(value)),
  format: z.string().refine((name) => FORMAT_NAMES.some((known) => known === name)),
  file_name: z.string(),
  received_at: z.iso.datetime(),
  first_month: monthText,
  last_month: monthText,
  accepted: decision.nullable().default(null),
  withdrawn: z.strictObject({ at: z.string(), reason: z.string() }).nullable().default(null),
  origin: reportOrigin.nullable().default(null),
});

/** The records of version 0.2.0 say which months a dataset loaded, and why a report waits for a person. */
const recordFile = currentRecord.extend({
  taken: z.unknown().optional(),
  held: z
    .strictObject({ at: z.iso.datetime(), doubts: z.array(storedFinding), accepted: decision.nullable() })
    .nullish(),
});

export interface ArchivedReport {
  record: ReportRecord;
  path: string;
  /** Why a report of version 0.2.0 waits for a person; `null` if it does not. */
  waiting: readonly Finding[] | null;
}

/** The text of a record's file. */
export function recordText(record: ReportRecord): string {
  return `${JSON.stringify(currentRecord.parse(record), null, 2)}\n`;
}

export function readReportRecords(folder: string): ArchivedReport[] {
  const paths = filesBelow(folder);
  return paths.filter((path) => RECORD.test(relative(folder, path))).map(readRecord);
}

/** Every file below a folder, also behind links; none if the folder does not exist. `lost+found` of a volume is not ours. */
export function filesBelow(folder: string): string[] {
  return listEntries(folder)
    .filter(({ name }) => name !== 'lost+found')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && leadsToFolder(path));
      return isFolder ? filesBelow(path) : [path];
    });
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw explainDisk('archive', folder, error);
  }
}

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch (error) {
    // a broken or circular link
    if (errorCode(error) === null) throw error;
    return false;
  }
}

function readRecord(path: string): ArchivedReport {
  const content = parseJson(readText(path));
  const parsed = recordFile.safeParse(content);
  if (!parsed.success) {
    const fault = z.prettifyError(parsed.error).replaceAll('\n', ' ');
    const reason = content === undefined ? 'it is empty or not JSON' : fault;
    throw new OperatorError(`${path} is not a report record: ${reason}. To repair it, ${REPAIR}`, MACHINE);
  }
  const { taken: _, held, ...current } = parsed.data;
  const record: ReportRecord = { ...current, accepted: current.accepted ?? held?.accepted ?? null };
  const waiting = held && !held.accepted && !record.withdrawn ? held.doubts : null;
  return { record, path: `${path.slice(0, -RECORD_SUFFIX.length)}.${record.format}`, waiting };
}

function readText(path: string): string {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    const message = `Cannot read ${path} (${messageOf(error)}). Check its permissions. If it is damaged, ${REPAIR}`;
    throw new OperatorError(message, MACHINE);
  }
}
