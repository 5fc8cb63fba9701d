import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { overviewOf } from '../../../api/routes/overview.ts';
import { type Config, isPath, POSTGRES_URL } from '../../../config.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import type { KnownJurisdiction } from '../../../domain/reading/figure-reading.ts';
import { formatTime, plural } from '../../../domain/text/wording.ts';
import { publishCopy } from '../../../publish/copy.ts';
import type { publishPostgres } from '../../../publish/postgres.ts';
import type { PublishedVersion, PublishOptions } from '../../../publish/publish-version.ts';
import { openRegisters } from '../../../registers/beside.ts';
import { readBudgets } from '../../../registers/budgets.ts';
import { STATES } from '../../../states/index.ts';
import { usualSchedule } from '../../../store/query/completeness.ts';
import { makeCommand } from '../../help.ts';
import { jsonOption, lookedAtOption, readCount, referenceOption } from '../../options.ts';
import { oneLine, print, printJson } from '../../output/print.ts';
import { isLimited, limitedPlaces, type PlaceLimits, placeLimits } from '../../place-limits.ts';
import { requireNotOwn } from '../../written-files.ts';
import { lookAt } from '../look/records.ts';

const MOST_KEPT = 10_000;
/** What tells a copy of the dataset from a folder. */
const COPY_ENDING = '.sqlite';

interface PublishFlags extends PlaceLimits {
  db: string;
  reference: string;
  format?: keyof typeof PUBLISHERS;
  keep?: number;
  events?: true;
  json?: true;
}

/** `allocations publish`: writes a version of the dataset that servers, query engines or a database can read. */
export function publishCommand(config: Config): Command {
  return makeCommand('publish', {
    description: 'Write the dataset as files, to PostgreSQL or as a site',
    arguments: {
      '[target]':
        'A copy of the dataset, such as copy.sqlite; a folder of Parquet files or of a site; or postgres://user@host/database. Default: ALLOCATIONS_PG_URL',
    },
    options: [
      new Option(
        '--format <format>',
        'What to write into a folder: Parquet files, or the explorer and its figures for any web server',
      ).choices(Object.keys(PUBLISHERS)),
      ...placeLimits('With --format site: only the places'),
      new Option(
        '--keep <n>',
        'Keep the newest n versions in the folder, and remove older ones. Default: keep all',
      ).argParser(readCount(1, MOST_KEPT)),
      new Option('--events', 'With --format site: also your own events, which every reader then sees'),
      jsonOption(),
      lookedAtOption(config),
      referenceOption(config),
    ],
    examples: [
      'allocations publish copies/allocations.sqlite',
      'allocations publish warehouse --format parquet --keep 3',
      'allocations publish public --format site --keep 2',
      'allocations publish postgres://publisher@db.example/finance',
    ],
  }).action((target: string | undefined, flags: PublishFlags) =>
    publish(target ?? config.postgres, flags, config),
  );
}

async function publish(
  target: string | undefined,
  { db, reference, format, keep, events, json, ...limits }: PublishFlags,
  config: Config,
): Promise<void> {
  const options = { database: db, keep: keep ?? null, programVersion: config.version, now: () => new Date() };
  if ((isLimited(limits) || events) && format !== 'site')
    throw new OperatorError(
      '--only-state, --only-county, --jurisdictions and --events are for --format site. Add it, or leave them out.',
      USAGE,
    );
  if (target === undefined)
    throw new OperatorError('Name a folder or a PostgreSQL address, or set ALLOCATIONS_PG_URL.', USAGE);
  if (POSTGRES_URL.test(target)) {
    if (format !== undefined)
      throw new OperatorError('--format is for folders. Leave it out to publish to PostgreSQL.', USAGE);
    if (keep !== undefined)
      throw new OperatorError('--keep is for folders. PostgreSQL has one version: leave it out.', USAGE);
    await publishToServer({ ...options, budgets: readBudgets(reference), address: target }, json);
    return;
  }
  if (!isPath(target))
    throw new OperatorError(
      'The target is neither a folder nor an address. Write an address as postgres://user@host/database, without blanks before it.',
      USAGE,
    );
  requireNotOwn(config, target, { db });
  if (format === undefined) {
    publishToFile(db, target, keep, json);
    return;
  }
  const chosen = async () => ({ ...(await chosenOf(config, db, limits)), hasEvents: events === true });
  const made = await PUBLISHERS[format]({ ...options, folder: target }, reference, chosen);
  const { isNew, name, manifest, removed } = made.published;
  if (json) printJson({ is_new: isNew, folder: name, ...manifest, removed });
  else print(describe(made).map(oneLine).join('\n'));
}

function publishToFile(db: string, target: string, keep: number | undefined, json?: true): void {
  if (!target.endsWith(COPY_ENDING))
    throw new OperatorError(
      `Say what to write into the folder ${target}: --format parquet or --format site. For a copy of the dataset, name a file that ends in ${COPY_ENDING}.`,
      USAGE,
    );
  if (keep !== undefined)
    throw new OperatorError('--keep is for folders. A copy is one file: leave it out.', USAGE);
  const { path, bytes, isNew, dataset_version } = publishCopy(db, target, new Date());
  if (json) printJson({ is_new: isNew, path, dataset_version, bytes });
  else if (isNew) print(oneLine(`Published ${path}: 1 file, ${mebibytes(bytes)}.`));
  else print(oneLine(`Nothing new. ${path} already contains this data.`));
}

async function publishToServer(options: Parameters<typeof publishPostgres>[0], json?: true): Promise<void> {
  const postgres = await import('../../../publish/postgres.ts');
  const { isNew, ...publication } = await postgres.publishPostgres(options);
  const { address, dataset_version } = publication;
  if (json) printJson({ is_new: isNew, ...publication });
  else if (isNew)
    print(`Published version ${dataset_version} to ${address}. The tables of sales_tax have it.`);
  else print(`Nothing new. The tables of sales_tax at ${address} already have this data.`);
}

/** A publication into a folder, and what is said of it. */
interface Made {
  published: PublishedVersion<{ created_at: string }>;
  path: string;
  /** In bytes. */
  sizes: readonly number[];
  content: readonly string[];
}

type Publisher = (
  options: PublishOptions,
  reference: string,
  chosen: () => Promise<Awaited<ReturnType<typeof chosenOf>> & { hasEvents: boolean }>,
) => Promise<Made>;

const PUBLISHERS: Readonly<Record<'parquet' | 'site', Publisher>> = {
  parquet: async (options, reference) => {
    const { publishParquet } = await import('../../../publish/parquet/publication.ts');
    const published = await publishParquet({ ...options, budgets: readBudgets(reference) });
    const { files } = published.manifest;
    const sizes = files.map(({ bytes }) => bytes);
    const content = files.map(
      ({ path, rows, bytes }) => `  ${path}  ${plural(rows, 'row')}, ${mebibytes(bytes)}`,
    );
    return { published, path: join(options.folder, published.name), sizes, content };
  },
  site: async (options, reference, chosen) => {
    const { prices, population, events } = openRegisters(reference);
    const { hasEvents, ...places } = await chosen();
    const { publishSite } = await import('../../../publish/site/publication.ts');
    const published = await publishSite({
      ...options,
      ...places,
      registers: { prices, population, ...(hasEvents && { events }) },
      overviewOf: (view, states) => {
        const overview = overviewOf(view, options.programVersion, usualSchedule());
        const isPublished = ({ state }: { state: string }) => states.some(({ code }) => code === state);
        return { ...overview, states: overview.states.filter(isPublished) };
      },
    });
    const { files, shared } = published.manifest;
    const sizes = [...files, ...shared].map(({ bytes }) => bytes);
    return { published, path: join(options.folder, published.name), sizes, content: [] };
  },
};

/** What a publication into a folder did, in lines. */
function describe({ published, path, sizes, content }: Made): string[] {
  const { isNew, manifest, removed } = published;
  const size = mebibytes(sizes.reduce((sum, bytes) => sum + bytes, 0));
  const head = isNew
    ? `Published ${path}: ${plural(sizes.length, 'file')}, ${size}.`
    : `Nothing new. ${path} of ${formatTime(manifest.created_at)} already contains this data.`;
  const old = removed.length > 0 ? [`  Removed ${plural(removed.length, 'older version')}.`] : [];
  return [head, ...content, ...old];
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** The states of the site, and its places unless it has all places of these states. */
async function chosenOf(config: Config, db: string, limits: PlaceLimits) {
  const { onlyState, onlyCounty, jurisdictions } = limits;
  if ((onlyCounty ?? jurisdictions) === undefined)
    return { states: STATES.filter(({ code }) => code === (onlyState ?? code)), places: null };
  const places: KnownJurisdiction[] = [];
  await lookAt(config, { db }, async (view) => {
    places.push(...limitedPlaces(view, limits));
  });
  if (places.length === 0) throw new OperatorError('No place matches.', USAGE);
  const states = STATES.filter(({ code }) => places.some(({ state }) => state === code));
  return { states, places: [...new Set(places.map(({ id }) => id))].sort((a, b) => a - b) };
}
