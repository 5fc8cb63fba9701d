import { existsSync, readdirSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { FAULT, LOCKED, messageOf, OperatorError } from '../../../domain/operator-error.ts';
import type { RunSummary } from '../../../pipeline/summary.ts';
import type { Verification } from '../../../pipeline/verify/verify.ts';
import type { FetchSummary, UnitSummary } from '../../../portals/summary.ts';
import { readRegisters } from '../../../registers/registers.ts';
import { readDataset } from '../../../store/dataset.ts';
import { openReader } from '../../../store/query/view.ts';
import { findAttention, type NotesAfter } from '../../../update/attention.ts';
import {
  type DatasetAfter,
  type Inspection,
  inspectAfter,
  newPeriods,
  readMonthsBefore,
} from '../../../update/dataset-change.ts';
import { isReplacedRefusal, readCurrentDownloads } from '../../../update/downloads.ts';
import { ATTENTION } from '../../exit-codes.ts';
import { makeCommand, SettingOption } from '../../help.ts';
import { type LoadFlags, onDoubtOption, pipelineOptions, readPath } from '../../options.ts';
import { tell } from '../../output/print.ts';
import { formatOutcome, formatUpdate, type UpdateSummary } from '../../output/update.ts';
import { openUpdateLog, type UpdateLog } from '../../output/update-log.ts';
import { reportFiles, runByFlags, stopSignal } from '../../run-pipeline.ts';
import { requireNotOwn } from '../../written-files.ts';
import { verifyByFlags } from '../operate/verify.ts';
import { openNotes, writeNotes } from '../serve/note.ts';
import { type FetchFlags, fetchByFlags, fetchOptions, readFedKinds } from './fetch.ts';
import { type DeliveryFlags, deliver, describeNewsSince, noteTold, notify } from './update-delivery.ts';

type UpdateFlags = FetchFlags & LoadFlags & DeliveryFlags & { log?: string; notes?: string; verify: boolean };

/** `allocations update`: fetch, ingest and verify in one run, for a scheduler. */
export function updateCommand(config: Config): Command {
  return makeCommand('update', {
    description: 'Fetch, load and verify in one run, for a scheduler',
    options: [
      ...fetchOptions(config),
      onDoubtOption(),
      ...pipelineOptions(config).filter(({ long }) => long !== '--dry-run'),
      new SettingOption(
        '--notify-command <command>',
        'ALLOCATIONS_NOTIFY_COMMAND',
        'Shell command to run if the update needs a person. It gets the summary on stdin',
      ).default(config.notifyCommand),
      new Option(
        '--notify <when>',
        'When to run the notify command. With always, it gets a note of what changed, after every update',
      )
        .choices(['always', 'attention'])
        .default('attention'),
      new Option(
        '--notes <folder>',
        'Write the note of each place into this folder after a new month',
      ).argParser(readPath),
      new Option('--no-verify', 'Leave out the comparison with a rebuild, which takes as long as a backfill'),
      new Option('--log <file>', 'Append a log to this file, as JSON lines').argParser(readPath),
    ],
    examples: [
      'allocations update --state tx',
      'allocations update --notify-command "mail -s allocations finance@example.org" --notify always',
    ],
  }).action(async (flags: UpdateFlags) => {
    const signal = stopSignal('The dataset is complete. The next update continues.');
    let log: UpdateLog | undefined;
    try {
      for (const file of [flags.log, flags.notes]) if (file !== undefined) requireNotOwn(config, file, flags);
      log = await openUpdateLog(flags.log, tell);
      await update(config, flags, log, signal);
    } catch (error) {
      const message = messageOf(error);
      log?.failed(message);
      // the person who stopped it knows, and the run that holds the lock reports its own result
      const isKnown = signal.aborted || (error instanceof OperatorError && error.exitCode === LOCKED);
      const said = flags.json ? JSON.stringify({ error: message }) : `update: failed: ${message}`;
      if (!isKnown) await notify(flags, said, log, signal);
      throw error;
    }
  });
}

async function update(
  config: Config,
  flags: UpdateFlags,
  log: UpdateLog,
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now();
  log.began({ version: config.version, database: flags.db });
  const before = readMonthsBefore(flags.db);
  const fetched = await fetchWhatIsNew(config, flags, log, signal);
  const units = fetched.summary?.units ?? [];
  const run = await loadInbox(config, flags, units, signal);
  log.ingested(run);
  const verification = flags.verify ? await verifyAfter(config, flags, log, signal) : null;
  const after = inspectAfter(await inspectionOf(flags));
  signal.throwIfAborted();
  const news = newPeriods(before, after.months);
  const states = new Set(news.flatMap(({ state, periods }) => (periods.length > 0 ? [state] : [])));
  const notes = await notesAfter(config, flags, states, signal);
  log.wroteNotes(notes);
  const attention = findAttention({
    ...after,
    ...{ units, fetchFailure: fetched.failure, run, notes, verification },
  });
  log.needsPerson(attention);
  const parts = { attention, fetch: fetched.summary, run, notes, verification };
  const summary = summarize(parts, after);
  process.exitCode = fetched.exitCode ?? (attention.length > 0 ? ATTENTION : 0);
  const alerts = formatOutcome(summary, news);
  const printed = formatUpdate(summary, news);
  const sent =
    flags.notify === 'always' ? `${alerts}\n\n${describeNewsSince(flags.db, after.toldRun)}` : printed;
  const texts = { printed, sent, alerts };
  if (await deliver(flags, summary, texts, log, signal)) noteTold(flags.db, after.latestRun);
  signal.throwIfAborted();
  log.ended(summary.outcome, Math.round(performance.now() - started));
}

async function loadInbox(
  config: Config,
  flags: UpdateFlags,
  units: readonly UnitSummary[],
  signal: AbortSignal,
): Promise<RunSummary> {
  const downloads = readCurrentDownloads(flags.into, units);
  const refused = existsSync(flags.quarantine) ? readdirSync(flags.quarantine) : [];
  const inbox = await inboxFiles(config, flags);
  // loaded today, for example with another layout file, the older figures would win
  const files = inbox.filter((path) => !isReplacedRefusal(path, downloads, refused));
  return runByFlags(config, flags, { command: 'update', files, onDoubt: flags.onDoubt }, signal);
}

async function verifyAfter(
  config: Config,
  flags: UpdateFlags,
  log: UpdateLog,
  signal: AbortSignal,
): Promise<Verification> {
  const started = performance.now();
  const verification = await verifyByFlags(config, flags, signal);
  log.verified(verification, Math.round(performance.now() - started));
  return verification;
}

/** Writes the notes of the places whose state got a new month, and those that the folder does not have yet. */
async function notesAfter(
  config: Config,
  { notes: folder, db, reference, state: asked }: UpdateFlags,
  news: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<NotesAfter | null> {
  if (folder === undefined) return null;
  const make = await openNotes(config, { reference });
  return readDataset(db, (dataset) =>
    openReader(dataset).read((view) => {
      const places = [...view.jurisdictions.values()].filter(({ state }) => asked?.includes(state) ?? true);
      const { written, failures } = writeNotes(places, folder, ({ id, state }, file) => {
        signal.throwIfAborted();
        return news.has(state) || !existsSync(file) ? make(view, { id }) : null;
      });
      return { folder, written, failures };
    }),
  );
}

async function inspectionOf({ db, archive, reference, ...flags }: UpdateFlags): Promise<Inspection> {
  return {
    database: db,
    archive,
    registers: readRegisters(reference),
    now: new Date(),
    states: flags.state ?? null,
    since: flags.since ?? null,
    fedKinds: await readFedKinds(flags.portals),
  };
}

function summarize(
  update: Pick<UpdateSummary, 'attention' | 'fetch' | 'run' | 'notes'> & {
    verification: Verification | null;
  },
  { absence }: DatasetAfter,
): UpdateSummary {
  const { attention, fetch, run, notes, verification } = update;
  const isUnchanged = run.outcome === 'nothing-new';
  return {
    outcome: attention.length > 0 ? 'attention' : isUnchanged ? 'nothing-new' : 'ok',
    attention,
    fetch,
    run,
    verify: verification && { ok: verification.findings.length === 0, ...verification },
    expected: absence.expected,
    missing: absence.missing,
    notes,
  };
}

interface Fetched {
  summary: FetchSummary | null;
  failure: string | null;
  exitCode: number | null;
}

/** Fetches. If the whole fetch fails, the update still loads the files of the inbox. */
async function fetchWhatIsNew(
  config: Config,
  flags: UpdateFlags,
  log: UpdateLog,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    const summary = await fetchByFlags(config, flags, {
      command: 'update',
      database: flags.db,
      signal,
      dryRun: false,
      log: (event) => log.request(event),
    });
    log.fetched(summary);
    return { summary, failure: null, exitCode: null };
  } catch (error) {
    signal.throwIfAborted();
    const isKnown = error instanceof OperatorError;
    if (isKnown && error.exitCode === LOCKED) throw error;
    const message = messageOf(error);
    const failure = isKnown ? message : `Fault in the program: ${message}`;
    log.failed(failure);
    return { summary: null, failure, exitCode: isKnown ? error.exitCode : FAULT };
  }
}

/** The files of the inbox. A first fetch that failed leaves no inbox. */
async function inboxFiles(config: Config, flags: UpdateFlags): Promise<string[]> {
  return existsSync(flags.into) ? await reportFiles(config, flags, [flags.into]) : [];
}
