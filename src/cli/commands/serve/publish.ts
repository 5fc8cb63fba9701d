import { join } from 'node:path';
import { Command, Option } from 'commander';
import { type Config, POSTGRES_URL } from '../../../config.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { plural } from '../../../domain/text/wording.ts';
import type { PublishedParquet } from '../../../publish/parquet/publication.ts';
import type { PublishOptions } from '../../../publish/publish-version.ts';
import { type PublishedSnapshot, publishSnapshot, snapshotPath } from '../../../publish/snapshot.ts';
import { addExamples } from '../../help.ts';
import { databaseOption, jsonOption, readCount } from '../../options.ts';
import { oneLine, print, printJson } from '../../output/print.ts';
import { requireNotOwn } from '../../written-files.ts';

const MOST_KEPT = 10_000;

interface PublishFlags {
  db: string;
  format?: 'snapshot' | 'parquet';
  keep?: number;
  json?: true;
}

/** A mistyped address of a server, which may contain a password. One letter and a colon are a drive of Windows. */
const ANY_ADDRESS = /^[a-z][\w+.-]+:|^postgres(?:ql)?\/\/|:[^/]*@/i;

/** `allocations publish`: writes a version of the dataset that servers, query engines or a database can read. */
export function publishCommand(config: Config): Command {
  const command = new Command('publish')
    .description('Write the dataset as a snapshot, as Parquet or to PostgreSQL')
    .argument(
      '[target]',
      'Folder of snapshots or of Parquet files, or postgres://user@host/database. Default: ALLOCATIONS_PG_URL',
    )
    .addOption(
      new Option(
        '--format <format>',
        'What to write into a folder: one SQLite file, or Parquet files',
      ).choices(['snapshot', 'parquet']),
    )
    .addOption(
      new Option(
        '--keep <n>',
        'Keep the newest n versions in the folder, and remove older ones. Default: keep all',
      ).argParser(readCount(1, MOST_KEPT)),
    )
    .addOption(jsonOption())
    .addOption(databaseOption(config))
    .action((target: string | undefined, flags: PublishFlags) =>
      publish(target ?? config.postgres, flags, config),
    );
  return addExamples(
    command,
    'allocations publish snapshots --keep 12',
    'allocations publish warehouse --format parquet --keep 3',
    'allocations publish postgres://publisher@db.example/finance',
  );
}

async function publish(
  target: string | undefined,
  { db, format, keep, json }: PublishFlags,
  config: Config,
): Promise<void> {
  const options = { database: db, keep: keep ?? null, programVersion: config.version, now: () => new Date() };
  const isJson = json === true;
  if (target === undefined)
    throw new OperatorError('Name a folder or a PostgreSQL address, or set ALLOCATIONS_PG_URL.', USAGE);
  if (POSTGRES_URL.test(target)) {
    if (format !== undefined)
      throw new OperatorError('--format is for folders. Leave it out to publish to PostgreSQL.', USAGE);
    if (keep !== undefined)
      throw new OperatorError('--keep is for folders. PostgreSQL has one version: leave it out.', USAGE);
    await publishToServer({ ...options, address: target }, isJson);
    return;
  }
  if (ANY_ADDRESS.test(target))
    throw new OperatorError(
      'Addresses of servers start with postgres://. Correct it, or name a folder.',
      USAGE,
    );
  requireNotOwn(config, target, { db });
  await publishToFolder({ ...options, folder: target }, format ?? 'snapshot', isJson);
}

function publishToFolder(
  options: PublishOptions,
  format: 'snapshot' | 'parquet',
  isJson: boolean,
): Promise<void> {
  return format === 'parquet' ? publishFiles(options, isJson) : publishOneFile(options, isJson);
}

async function publishToServer(
  options: Omit<PublishOptions, 'folder' | 'keep'> & { address: string },
  isJson: boolean,
): Promise<void> {
  const { publishPostgres } = await import('../../../publish/postgres/publication.ts');
  const { isNew, ...publication } = await publishPostgres(options);
  if (isJson) {
    printJson({ is_new: isNew, ...publication });
    return;
  }
  const { address, schema, removed, kept } = publication;
  const head = isNew
    ? `Published ${schema} to ${address}. The views of sales_tax show it.`
    : `Nothing new. The views of sales_tax at ${address} already show this data (${schema}).`;
  const old = removed.length > 0 ? [`  Removed ${removed.join(', ')}.`] : [];
  const stayed = kept.map(({ schema: name, reason }) => `  Kept ${name}, because ${reason}`);
  print([head, ...old, ...stayed].map(oneLine).join('\n'));
}

async function publishOneFile(options: PublishOptions, isJson: boolean): Promise<void> {
  const publication = await publishSnapshot(options);
  const { isNew, name, manifest, removed } = publication;
  if (isJson) printJson({ is_new: isNew, folder: name, ...manifest, removed });
  else print(formatPublication(options.folder, publication));
}

async function publishFiles(options: PublishOptions, isJson: boolean): Promise<void> {
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
    ({ path, rows, bytes }) => `  ${path}  ${plural(rows, 'row')}, ${mebibytes(bytes)}`,
  );
  const old = removed.length > 0 ? [`  Removed ${plural(removed.length, 'older version')}.`] : [];
  return [oneLine(head), ...content, ...old].join('\n');
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

function formatPublication(folder: string, { name, manifest, isNew, removed }: PublishedSnapshot): string {
  const { bytes, created_at, states } = manifest;
  const file = snapshotPath(folder, name);
  const head = isNew
    ? `Published ${file} (${mebibytes(bytes)}).`
    : `Nothing new. The current snapshot ${file} of ${created_at} already contains this data.`;
  const content = states.map(
    ({ state, jurisdictions, datapoints, first_month, last_month }) =>
      `  ${state}  ${plural(datapoints, 'datapoint')} of ${plural(jurisdictions, 'jurisdiction')}${first_month ? `, ${first_month} to ${last_month}` : ''}`,
  );
  const old = removed.length > 0 ? [`  Removed ${plural(removed.length, 'older snapshot')}.`] : [];
  return [oneLine(head), ...content, ...old].join('\n');
}
