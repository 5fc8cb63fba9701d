import { once } from 'node:events';
import { Command, Option } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import { type Config, HIGHEST_RATE, LOG_LEVELS } from '../../../config.ts';
import { readBasePath } from '../../../domain/base-path.ts';
import { isLoopback } from '../../../domain/loopback.ts';
import { errorCode, MACHINE, OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { BriefMap } from '../../../store/brief-map.ts';
import { openForReading } from '../../../store/dataset.ts';
import { openReader } from '../../../store/query/view.ts';
import { openSnapshots } from '../../../store/snapshots/snapshot-reader.ts';
import { openTokens, tokenFileOf, type VerifiedToken } from '../../../store/tokens/tokens.ts';
import { addExamples, SettingOption } from '../../help.ts';
import { databaseOption, readCount, readPath, tokensOption } from '../../options.ts';
import { tell } from '../../output/print.ts';
import { ServiceLog } from '../../output/service-log.ts';

/** How often the service checks for a new snapshot. */
const FOLLOW_EVERY_MS = 1000;
/** The service uses these paths itself. */
const OWN_PATHS = ['/api', '/tx', '/docs', '/healthz', '/readyz', '/openapi.json'];

interface ServeFlags {
  db: string;
  tokens?: string;
  snapshots?: string;
  host: string;
  port: number;
  auth: boolean;
  rateLimit: number;
  trustProxy?: string;
  basePath?: string;
  logLevel: string;
}

/** `allocations serve`: serves the dataset over HTTP until SIGTERM or Ctrl-C. */
export function serveCommand(config: Config): Command {
  const command = new Command('serve')
    .description('Serve the dataset over HTTP, read-only')
    .addOption(
      new Option(
        '--snapshots <dir>',
        'Serve the current snapshot of this folder instead of --db, and switch to each new one',
      ).argParser(readPath),
    )
    .addOption(new Option('--no-auth', 'Serve without tokens. Allowed only on a loopback address'))
    .addOption(
      new SettingOption('--host <address>', 'ALLOCATIONS_HOST', 'Address to listen on').default(config.host),
    )
    .addOption(
      new SettingOption('--port <n>', 'ALLOCATIONS_PORT', 'Port to listen on. 0 picks a free one')
        .default(config.port)
        .argParser(readCount(0, 65_535)),
    )
    .addOption(databaseOption(config))
    .addOption(tokensOption(config))
    .addOption(
      new SettingOption(
        '--rate-limit <n>',
        'ALLOCATIONS_RATE_LIMIT',
        'Requests a minute for each token, or for each address with --no-auth',
      )
        .default(config.rateLimit)
        .argParser(readCount(1, HIGHEST_RATE)),
    )
    .addOption(
      new SettingOption(
        '--trust-proxy <addresses>',
        'ALLOCATIONS_TRUST_PROXY',
        'Proxies whose X-Forwarded headers count: addresses and networks, separated by commas',
      ).default(config.trustProxy),
    )
    .addOption(
      new SettingOption(
        '--base-path <path>',
        'ALLOCATIONS_BASE_PATH',
        'Path under which a proxy offers the service, for example /sales-tax',
      ).default(config.basePath),
    )
    .addOption(
      new SettingOption(
        '--log-level <level>',
        'ALLOCATIONS_LOG_LEVEL',
        'Least severe level to log. The log goes to stdout as JSON lines',
      )
        .default(config.logLevel)
        .choices(LOG_LEVELS),
    )
    .action((flags: ServeFlags) => serve(flags, config.version));
  return addExamples(
    command,
    'allocations token create me && allocations serve',
    'allocations serve --no-auth --port 9000',
  );
}

async function serve(flags: ServeFlags, programVersion: string): Promise<void> {
  if (!flags.auth) requireLoopback(flags.host);
  const basePath = basePathOf(flags.basePath);
  // loaded here because they take as long to load as everything else
  const [{ pino }, { buildService }] = await Promise.all([import('pino'), import('../../../api/server.ts')]);
  const log = new ServiceLog(pino.destination);
  const logger = pino({ level: flags.logLevel }, log);
  const source = await openSource(flags, logger);
  try {
    const tokens = flags.auth ? openTokens(flags.tokens ?? tokenFileOf(flags.db)) : null;
    try {
      const verified = new BriefMap<string, VerifiedToken | null>();
      const app = await buildService({
        reader: source.reader,
        verifyToken: tokens && ((text) => verified.getOrRead(text, () => tokens.verify(text))),
        rateLimit: flags.rateLimit,
        trustedProxies: proxiesOf(flags.trustProxy),
        basePath,
        programVersion,
        logger,
      });
      const hasToken = tokens === null || tokens.list().some(({ state }) => state === 'active');
      const address = await listen(app, flags);
      tell(`Serving ${source.name} at ${address} (documentation: ${address}/docs). Press Ctrl-C to stop.`);
      if (!flags.auth) tell('Warning: --no-auth serves everyone who can reach this address.');
      if (!hasToken)
        tell(
          `No token exists yet. Create one: allocations token create <name> --tokens "${flags.tokens ?? tokenFileOf(flags.db)}"`,
        );
      await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      await app.close();
    } finally {
      tokens?.close();
    }
  } finally {
    source.close();
    await log.end();
  }
}

/** Opens the dataset file, or a folder whose current snapshot is served. */
async function openSource({ db, snapshots }: ServeFlags, logger: Logger) {
  if (snapshots === undefined) {
    const dataset = openForReading(db);
    return { name: db, reader: openReader(dataset), close: () => dataset.close() };
  }
  const reader = await openSnapshots(snapshots, {
    onChange: ({ sha256, data_version }) => logger.info({ sha256, data_version }, 'snapshot loaded'),
    onProblem: ({ message }) => logger.error(`${message}. The service continues with another snapshot`),
  });
  const following = setInterval(() => {
    reader.follow().catch((error) => logger.error({ err: error }, 'cannot check for new snapshots'));
  }, FOLLOW_EVERY_MS).unref();
  const close = () => {
    clearInterval(following);
    reader.close();
  };
  return { name: `the current snapshot of ${snapshots}`, reader, close };
}

async function listen(app: FastifyInstance, { host, port }: ServeFlags): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const reason: Readonly<Record<string, string>> = {
      EADDRINUSE: 'Another program uses the port. Choose another with --port.',
      EACCES: 'The system does not allow it. Choose a port above 1023 with --port.',
      EADDRNOTAVAIL: 'This machine does not have that address. Choose another with --host.',
      ENOTFOUND: 'The host does not exist. Choose another with --host.',
    };
    const known = reason[errorCode(error) ?? ''];
    if (known) throw new OperatorError(`Cannot listen on ${host}, port ${port}. ${known}`, MACHINE);
    throw error;
  }
}

/** Without tokens, only this machine may connect. */
function requireLoopback(host: string): void {
  if (!isLoopback(host)) {
    const message = `--no-auth is allowed only on a loopback address, and ${host} is not one. Leave out --host or --no-auth.`;
    throw new OperatorError(message, USAGE);
  }
}

function basePathOf(text = ''): string {
  const path = readBasePath(text);
  if (path === null) {
    const message = `--base-path: "${text}" is not a path. Start with a slash, and use letters, digits and . _ ~ - between slashes, for example /sales-tax.`;
    throw new OperatorError(message, USAGE);
  }
  const taken = OWN_PATHS.find((own) => path === own || path.startsWith(`${own}/`));
  if (taken === undefined) return path;
  throw new OperatorError(
    `--base-path: the service itself uses ${taken}. Give another path, for example /sales-tax.`,
    USAGE,
  );
}

/** A network of all addresses would trust every client, and the library that matches addresses rejects it. */
const isSome = (network: string) => !network.endsWith('/0');

const proxy = z.union([
  z.ipv4(),
  z.ipv6(),
  z.cidrv4().refine(isSome),
  z.cidrv6().refine(isSome),
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
]);

function proxiesOf(text: string | undefined): string[] {
  const proxies = (text ?? '').split(',').map((name) => name.trim());
  const given = proxies.filter((name) => name !== '');
  const wrong = given.find((name) => !proxy.safeParse(name).success);
  if (wrong === undefined) return given;
  throw new OperatorError(
    `--trust-proxy: "${wrong}" is not an address. Give addresses and networks separated by commas, for example 127.0.0.1,10.0.0.0/8.`,
    USAGE,
  );
}
