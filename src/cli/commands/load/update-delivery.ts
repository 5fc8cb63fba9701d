import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../../../domain/operator-error.ts';
import { updatesOf } from '../../../records/queries/history/updates.ts';
import { readDataset } from '../../../store/dataset.ts';
import { openReader } from '../../../store/query/view.ts';
import { openRuns } from '../../../store/write/runs.ts';
import { writeToldRun } from '../../../store/write/told-run.ts';
import { isPrinted, oneLine, print, printable, printError, printJson, tell } from '../../output/print.ts';
import { describeSummary } from '../../output/run.ts';
import type { UpdateSummary } from '../../output/update.ts';
import type { UpdateLog } from '../../output/update-log.ts';

/** How long a notification may take. */
const NOTIFY_MS = 60_000;

/** Options that say who gets the result of an update, and how. */
export interface DeliveryFlags {
  notifyCommand?: string;
  notify: 'always' | 'attention';
  json?: true;
  quiet?: true;
}

/** What is new after the last run whose alerts a person got. */
export function describeNewsSince(database: string, toldRun: number): string {
  return readDataset(database, (dataset) => {
    const [told] = openRuns(dataset).after(toldRun - 1);
    const since = told?.id === toldRun ? told.finishedAt : '';
    const news = openReader(dataset).read((view) =>
      updatesOf(view, undefined)
        .filter(({ at, change }) => at > since && change !== 'due_report')
        .map(({ title, tell: textOf }) => oneLine(`${title}. ${textOf(view).text}`)),
    );
    return news.length === 0 ? 'Nothing is new since the last note.' : news.join('\n');
  });
}

/** Sends the summary to the notify command and prints it. Returns whether a person got it. */
export async function deliver(
  flags: DeliveryFlags,
  summary: UpdateSummary,
  { printed, sent, alerts }: { printed: string; sent: string; alerts: string },
  log: UpdateLog,
  signal: AbortSignal,
): Promise<boolean> {
  const text = flags.json ? JSON.stringify(withMessages(summary)) : sent;
  const isAsked = flags.notify === 'always' || summary.attention.length > 0;
  // printing may end the program, so the notification comes first
  const isDelivered = !isAsked || (await notify(flags, text, log, signal));
  show(flags, summary, { printed, alerts });
  return isDelivered && (flags.notifyCommand !== undefined || (await isPrinted()));
}

/** The summary as printed in JSON. */
function withMessages(summary: UpdateSummary) {
  return { ...summary, run: describeSummary(summary.run) };
}

function show(
  { json, quiet }: DeliveryFlags,
  summary: UpdateSummary,
  { printed, alerts }: { printed: string; alerts: string },
): void {
  if (json) printJson(withMessages(summary));
  else if (!quiet) print(printed);
  else if (summary.outcome === 'attention') printError(alerts);
}

/** Runs the notify command. Returns whether it succeeded; without a command, the printed summary is enough. */
export async function notify(
  { notifyCommand }: Pick<DeliveryFlags, 'notifyCommand'>,
  text: string,
  log: UpdateLog | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (notifyCommand === undefined) return true;
  const failure = await runNotification(notifyCommand, `${printable(text)}\n`, { signal });
  if (failure === null) return true;
  log?.failed(`the notify command ${failure}`);
  tell(`the notify command ${failure}`);
  return false;
}

export function noteTold(database: string, latestRun: number): void {
  try {
    writeToldRun(database, latestRun);
  } catch (error) {
    tell(`${messageOf(error)} The next update reports the same alerts again.`);
  }
}

/**
 * Runs a command in the system's shell with a text on its stdin; its output goes to stderr. The signal stops it.
 * Returns why it failed, or `null` if it succeeded.
 */
export async function runNotification(
  command: string,
  text: string,
  { signal, timeoutMs = NOTIFY_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<string | null> {
  const isWindows = process.platform === 'win32';
  // a process group of its own, so that its children are killed with it; on Windows that opens a window
  const child = spawn(command, { shell: true, stdio: ['pipe', 2, 2], detached: !isWindows });
  let ending: string | null = null;
  const end = (why: string) => {
    ending ??= why;
    if (child.pid !== undefined) endGroup(child.pid);
  };
  const timer = setTimeout(() => end(`was stopped: it ran longer than ${timeoutMs / 1000} s`), timeoutMs);
  const stop = () => end('was stopped together with this command');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  // the command may ignore its stdin
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(text);
  try {
    const [code, by] = await once(child, 'exit');
    if (ending !== null) return ending;
    if (by !== null) return `was killed by ${by}`;
    return code === 0 ? null : `failed with exit code ${code}`;
  } catch (error) {
    return `could not start (${messageOf(error)})`;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    child.stdin?.destroy();
  }
}

function endGroup(pid: number): void {
  try {
    if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // it is no longer running
  }
}
