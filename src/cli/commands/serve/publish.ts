import { Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { counted } from '../../../domain/text/wording.ts';
import { type PublishedSnapshot, publishSnapshot } from '../../../publish/snapshot.ts';
import { snapshotPath } from '../../../store/snapshots/snapshots.ts';
import { addExamples } from '../../help.ts';
import { databaseOption, jsonOption, readCount } from '../../options.ts';
import { oneLine, print, printJson } from '../../output/print.ts';

const MOST_KEPT = 10_000;

interface PublishFlags {
  db: string;
  keep?: number;
  json?: true;
}

/** `allocations publish`: writes a snapshot that servers on other machines can read. */
export function publishCommand(config: Config): Command {
  const command = new Command('publish')
    .description('Write the dataset as a snapshot for servers to download')
    .argument('<dir>', 'Folder of snapshots')
    .addOption(
      new Option(
        '--keep <n>',
        'Keep the newest n snapshots, and remove older ones. Default: keep all',
      ).argParser(readCount(1, MOST_KEPT)),
    )
    .addOption(jsonOption())
    .addOption(databaseOption(config))
    .action(async (folder: string, { db, keep, json }: PublishFlags) => {
      const publication = await publishSnapshot({
        database: db,
        folder,
        keep: keep ?? null,
        programVersion: config.version,
        now: () => new Date(),
      });
      if (json)
        printJson({ is_new: publication.isNew, ...publication.manifest, removed: publication.removed });
      else print(formatPublication(folder, publication));
    });
  return addExamples(
    command,
    'allocations publish snapshots --keep 12',
    'allocations serve --snapshots snapshots',
  );
}

function formatPublication(folder: string, { manifest, isNew, removed }: PublishedSnapshot): string {
  const { sha256, bytes, created_at, states } = manifest;
  const file = snapshotPath(folder, sha256);
  const head = isNew
    ? `Published ${file} (${(bytes / 1024 / 1024).toFixed(1)} MiB).`
    : `Nothing new. The current snapshot ${file} of ${created_at} already contains this data.`;
  const content = states.map(
    ({ state, jurisdictions, datapoints, first_month, last_month }) =>
      `  ${state}  ${counted(datapoints, 'datapoint')} of ${counted(jurisdictions, 'jurisdiction')}${first_month ? `, ${first_month} to ${last_month}` : ''}`,
  );
  const old = removed.length > 0 ? [`  Removed ${counted(removed.length, 'older snapshot')}.`] : [];
  return [oneLine(head), ...content, ...old].join('\n');
}
