import { type Command, Option } from 'commander';
import { type Config, requireProxies } from '../../../config.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import type { ReportKindName } from '../../../domain/report.ts';
import { plural } from '../../../domain/text/wording.ts';
import type { FetchOptions } from '../../../portals/fetch.ts';
import type { Feed } from '../../../portals/portal-file.ts';
import type { FetchSummary, UnitSummary } from '../../../portals/summary.ts';
import { REPORT_KINDS } from '../../../states/index.ts';
import { failReturned, groupFailures, nameDownloads } from '../../../update/downloads.ts';
import { ATTENTION } from '../../exit-codes.ts';
import { makeCommand } from '../../help.ts';
import {
  dryRunOption,
  jsonOption,
  pathSetting,
  quietOption,
  readMonth,
  statesOption,
} from '../../options.ts';
import { oneLine, print, printError, printJson } from '../../output/print.ts';
import { stopSignal } from '../../run-pipeline.ts';

/** What to download, and where to put it. */
export interface FetchFlags {
  state?: string[];
  since?: Month;
  into: string;
  portals: string;
}

/** The options of every command that downloads. */
export function fetchOptions(config: Config): Option[] {
  return [
    statesOption('Only from portals of this state. Repeat it for several states'),
    new Option(
      '--since <month>',
      'Only this allocation period and later ones, for example 2025-01',
    ).argParser(readMonth),
    pathSetting('--into <dir>', 'ALLOCATIONS_INBOX', 'Folder to download into (the inbox)', config.inbox),
    pathSetting(
      '--portals <file>',
      'ALLOCATIONS_PORTALS',
      'Portal file, which lists what to download',
      config.portals,
      "the program's own data/reference/portals.json",
    ),
  ];
}

/** `allocations fetch`: download new reports into the inbox. */
export function fetchCommand(config: Config): Command {
  return makeCommand('fetch', {
    description: 'Download new reports from the state portals',
    options: [...fetchOptions(config), dryRunOption(), jsonOption(), quietOption()],
    examples: [
      'allocations fetch --state tx && allocations ingest data/inbox',
      'allocations fetch --dry-run',
    ],
  }).action(async (flags: FetchFlags & { dryRun?: true; json?: true; quiet?: true }) => {
    const signal = stopSignal('Complete files stay. The next fetch continues.');
    const summary = await fetchByFlags(config, flags, {
      command: 'fetch',
      database: config.database,
      signal,
      dryRun: flags.dryRun === true,
    });
    if (summary.outcome === 'partial') process.exitCode = ATTENTION;
    if (flags.json) printJson(summary);
    else if (!flags.quiet)
      print(`${formatFetch(summary)}${flags.dryRun ? '\nDry run: no file written.' : ''}`);
    else for (const line of failureLines(summary)) printError(line);
  });
}

/** What the fetches of different commands do not share. */
interface FetchSettings extends Pick<FetchOptions, 'command' | 'dryRun' | 'log'> {
  /** The dataset that knows which reports count. */
  database: string;
  signal: AbortSignal;
}

/** Fetches with the options of the command line. */
export async function fetchByFlags(
  config: Config,
  { state, since, into, portals: file }: FetchFlags,
  { database, ...run }: FetchSettings,
): Promise<FetchSummary> {
  requireProxies(config.proxies);
  // only fetching needs this module, and it doubles the start time
  const { fetchReports } = await import('../../../portals/fetch.ts');
  const summary = await fetchReports({
    feeds: await readFeeds(file, state),
    inbox: into,
    since: since ?? null,
    proxies: config.proxies,
    appToken: config.socrataToken,
    program: `sales-tax-allocations/${config.version}`,
    now: () => new Date(),
    ...run,
  });
  return failReturned(summary, database);
}

/** The feeds of these states in a portal file; of all states without `states`. Throws an `OperatorError` if there is none. */
async function readFeeds(file: string, states: readonly string[] | undefined): Promise<Feed[]> {
  // only fetching needs this module, and it makes the start slower
  const { readPortalFile } = await import('../../../portals/portal-file.ts');
  const all = readPortalFile(file);
  const feeds = states === undefined ? all : all.filter(({ state }) => states.includes(state));
  if (feeds.length > 0) return feeds;
  throw new OperatorError(
    `The portal file ${file} has no feed${states ? ` for ${states.join(', ')}` : ''}. Add one, or give another file with --portals`,
    USAGE,
  );
}

/** The kinds that a portal file downloads. All kinds if the file cannot be used: a fetch says so. */
export async function readFedKinds(file: string): Promise<ReadonlySet<ReportKindName>> {
  try {
    return new Set((await readFeeds(file, undefined)).map(({ kind }) => kind));
  } catch (error) {
    if (error instanceof OperatorError) return new Set(REPORT_KINDS.map(({ name }) => name));
    throw error;
  }
}

/** A fetch's summary as text: a line for each new unit and each cause of failure, and one for the total. */
export function formatFetch(summary: FetchSummary): string {
  const { units, duration_ms } = summary;
  const count = (wanted: UnitSummary['status']) => units.filter(({ status }) => status === wanted).length;
  const fresh = units.filter(({ status }) => status === 'new').map(describeNew);
  const total = `${count('new')} new, ${count('unchanged')} unchanged, ${count('empty')} empty, ${count('failed')} failed, in ${(duration_ms / 1000).toFixed(1)} s`;
  return [...fresh, ...failureLines(summary), total].join('\n');
}

/** A line for each failed unit, or for all that one unreachable portal fails. Only a single one shows its address. */
function failureLines({ units }: FetchSummary): string[] {
  return groupFailures(units).map(({ name, message, units: [first, ...more] }) =>
    oneLine(`failed ${name}: ${message}${more.length === 0 ? ` (${first?.url})` : ''}`),
  );
}

function describeNew(unit: UnitSummary): string {
  return oneLine(`new ${nameDownloads([unit])}: ${unit.file} (${plural(unit.rows ?? 0, 'row')})`);
}
