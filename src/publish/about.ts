import { formatMonth } from '../domain/month.ts';
import { plural } from '../domain/text/wording.ts';
import type { About } from '../records/files/sheets.ts';
import { describeSample, joinNames } from '../records/files/source.ts';
import type { State } from '../states/state.ts';
import type { Dataset } from '../store/dataset.ts';
import { readStateSources, type StateSource } from '../store/query/overview.ts';
import { EMPTY_VERSION } from '../store/query/view.ts';
import { openRuns } from '../store/write/runs.ts';

/** What a file with figures says about them. */
interface FileSource extends About {
  /** Says which figures are invented; `null` if none is. */
  sample: string | null;
}

/** Describes where the figures of a file come from. Without a state, it has those of all states. */
export function aboutFile(
  dataset: Dataset,
  { title, programVersion, state }: { title: string; programVersion: string; state?: State | undefined },
): FileSource {
  const sources = readStateSources(dataset).filter((one) => one.newest && (!state || one.state === state));
  const sample = describeSample(
    sources.map((one) => ({ name: one.state.name, newest: one.newest, has_invented: one.hasInvented })),
  );
  const [newest] = openRuns(dataset).ofVersions(1);
  const updated = newest ? `, updated ${newest.finished_at.slice(0, 10)}` : '';
  return {
    title,
    sample,
    facts: [
      ...(sample === null ? [] : [['Sample', sample] as const]),
      ...sources.map((source) => [`Source: ${source.state.name}`, describeSource(source)] as const),
      ['Dataset', `version ${newest?.dataset_version ?? EMPTY_VERSION}${updated}`],
      ['Program', `Sales tax allocations ${programVersion}`],
    ],
  };
}

/** `12 reports from data.texas.gov, the newest of October 2026`. */
function describeSource({ reports, hosts, newest, hasInvented }: StateSource): string {
  const origin = hasInvented ? ' of a sample' : hosts.length > 0 ? ` from ${joinNames(hosts)}` : '';
  return `${plural(reports, 'report')}${origin}${newest ? `, the newest of ${formatMonth(newest)}` : ''}`;
}
