import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { counted } from '../../../domain/text/wording.ts';
import type { PublishedParquet } from '../../../publish/parquet/publication.ts';
import { type PublishedSnapshot, publishSnapshot } from '../../../publish/snapshot.ts';
import { snapshotPath } from '../../../store/snapshots/snapshots.ts';
import { addExamples } from '../../help.ts';
import { databaseOption, jsonOption, readCount } from '../../options.ts';
import { oneLine, print, printJson } from '../../output/print.ts';

const MOST_KEPT = 10_000;

interface PublishFlags {
  db: string;
  format: 'snapshot' | 'parquet';
  keep?: number;
  json?: true;
}

/** `allocations publish`: writes a version of the dataset that servers or query engines can read. */
export function publishCommand(config: Config): Command {
  const command = new Command('publish')
    .description('Write the dataset as a snapshot for servers, or as Parquet files for query engines')
    .argument('<dir>', 'Folder of snapshots or of Parquet files')
    .addOption(
      new Option('--format <format>', 'What to write: one SQLite file, or Parquet files')
        .choices(['snapshot', 'parquet'])
        .default('snapshot'),
    )
    .addOption(
      new Option(
        '--keep <n>',
        'Keep the newest n versions, and remove older ones. Default: keep all',
      ).argParser(readCount(1, MOST_KEPT)),
    )
    .addOption(jsonOption())
    .addOption(databaseOption(config))
    .action(async (folder: string, { db, format, keep, json }: PublishFlags) => {
      const { version: programVersion } = config;
      const options = { database: db, folder, keep: keep ?? null, programVersion, now: () => new Date() };
      if (format === 'parquet') await publishFiles(options, json === true);
      else await publishOneFile(options, json === true);
    });
  return addExamples(
    command,
    'allocations publish snapshots --keep 12',
    'allocations publish warehouse --format parquet --keep 3',
  );
}

type Options = Parameters<typeof publishSnapshot>[0];

async function publishOneFile(options: Options, isJson: boolean): Promise<void> {
  const publication = await publishSnapshot(options);
  const { isNew, manifest, removed } = publication;
  if (isJson) printJson({ is_new: isNew, ...manifest, removed });
  else print(formatPublication(options.folder, publication));
}

async function publishFiles(options: Options, isJson: boolean): Promise<void> {
  const { publishParquet } = await import('../../../publish/parquet/publication.ts');
  const publication = await publishParquet(options);
  const { isNew, name, manifest, removed } = publication;
  if (isJson) printJson({ is_new: isNew, folder: name, ...manifest, removed });
  else print(formatFiles(options.folder, publication));
}

function formatFiles(folder: string, { manifest, name, isNew, removed }: PublishedParquet): string {
  const { files, created_at } = manifest;
  const place = join(folder, name);
  const head = isNew
    ? `Published ${place} (${mebibytes(files.reduce((sum, { bytes }) => sum + bytes, 0))}).`
    : `Nothing new. ${place} of ${created_at} already contains this data.`;
  const content = files.map(
    ({ path, rows, bytes }) => `  ${path}  ${counted(rows, 'row')}, ${mebibytes(bytes)}`,
  );
  const old = removed.length > 0 ? [`  Removed ${counted(removed.length, 'older version')}.`] : [];
  return [oneLine(head), ...content, ...old].join('\n');
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

function formatPublication(folder: string, { manifest, isNew, removed }: PublishedSnapshot): string {
  const { sha256, bytes, created_at, states } = manifest;
  const file = snapshotPath(folder, sha256);
  const head = isNew
    ? `Published ${file} (${mebibytes(bytes)}).`
    : `Nothing new. The current snapshot ${file} of ${created_at} already contains this data.`;
  const content = states.map(
    ({ state, jurisdictions, datapoints, first_month, last_month }) =>
      `  ${state}  ${counted(datapoints, 'datapoint')} of ${counted(jurisdictions, 'jurisdiction')}${first_month ? `, ${first_month} to ${last_month}` : ''}`,
  );
  const old = removed.length > 0 ? [`  Removed ${counted(removed.length, 'older snapshot')}.`] : [];
  return [oneLine(head), ...content, ...old].join('\n');
}
