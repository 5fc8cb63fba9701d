import { Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { counted } from '../../../domain/text/wording.ts';
import { type PublishedSnapshot, publishSnapshot } from '../../../publish/snapshot.ts';
import { databaseOption, jsonOption, readCount } from '../../options.ts';
import { print, printJson } from '../../output/print.ts';

const MOST_KEPT = 10_000;

interface PublishFlags {
  db: string;
  keep?: number;
  json?: true;
}

/** `allocations publish`: a snapshot for servers elsewhere. */
export function publishCommand(config: Config): Command {
  return new Command('publish')
    .description('write the dataset as a snapshot that never changes, for servers elsewhere, and point to it')
    .argument('<dir>', 'the folder of snapshots')
    .addOption(databaseOption(config))
    .addOption(
      new Option('--keep <n>', 'remove all but the newest n snapshots; without it all stay').argParser(
        readCount(1, MOST_KEPT),
      ),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ allocations publish snapshots --keep 12\n  $ allocations serve --snapshots snapshots',
    )
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
      else print(formatPublication(publication));
    });
}

function formatPublication({ manifest, isNew, removed }: PublishedSnapshot): string {
  const { sha256, bytes, created_at, states } = manifest;
  const head = isNew
    ? `Published ${sha256} (${(bytes / 1024 / 1024).toFixed(1)} MiB).`
    : `Nothing new: the current snapshot ${sha256} of ${created_at} has this version of the data.`;
  const content = states.map(
    ({ state, jurisdictions, datapoints, first_month, last_month }) =>
      `  ${state}  ${counted(datapoints, 'datapoint')} of ${counted(jurisdictions, 'jurisdiction')}${first_month ? `, ${first_month} to ${last_month}` : ''}`,
  );
  const old = removed.length > 0 ? [`  removed ${counted(removed.length, 'older one')}`] : [];
  return [head, ...content, ...old].join('\n');
}
