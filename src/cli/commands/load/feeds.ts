import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { isKindOf, type ReportKindName } from '../../../domain/report.ts';
import type { Feed } from '../../../portals/feed.ts';
import { REPORT_KINDS } from '../../../states/index.ts';

/** The feeds of these states in a portal file; of all states without `states`. Throws an `OperatorError` if there is none. */
export async function readFeeds(file: string, states: readonly string[] | undefined): Promise<Feed[]> {
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

/** The kinds that a portal file downloads, without feeds that are off. All kinds if the file cannot be used: a fetch says so. */
export async function readFedKinds(file: string): Promise<ReadonlySet<ReportKindName>> {
  try {
    const feeds = (await readFeeds(file, undefined)).filter(({ is_guess }) => !is_guess);
    return new Set(feeds.flatMap(kindsOfFeed));
  } catch (error) {
    if (error instanceof OperatorError) return new Set(REPORT_KINDS.map(({ name }) => name));
    throw error;
  }
}

/** A feed without a kind may give reports of every kind of its state. */
function kindsOfFeed({ kind, state }: Feed): ReportKindName[] {
  if (kind !== null) return [kind.name];
  return REPORT_KINDS.filter(({ name }) => isKindOf(state, name)).map(({ name }) => name);
}
