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
import { databaseOption, readCount, readPath, tokensOption } from '../../options.ts';
import { tell } from '../../output/print.ts';
import { openServiceLog } from '../../output/service-log.ts';

/** How often a folder of snapshots is looked at. */
const FOLLOW_EVERY_MS = 1000;
/** Under a base path like these, an address would have two meanings. */
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

/** `allocations serve`: the list service. */
export function serveCommand(config: Config): Command {
  return new Command('serve')
    .description('serve the dataset over HTTP, read-only, until SIGTERM or Ctrl-C')
    .addOption(new Option('--host <address>', 'address to listen on; ALLOCATIONS_HOST').default(config.host))
    .addOption(
      new Option('--port <n>', 'port to listen on, 0 for any that is free; ALLOCATIONS_PORT')
        .default(config.port)
        .argParser(readCount(0, 65_535)),
    )
    .addOption(databaseOption(config))
    .addOption(tokensOption(config))
    .addOption(
      new Option(
        '--snapshots <dir>',
        'serve the current snapshot of this folder (see publish) instead of --db, and each that follows it',
      ).argParser(readPath),
    )
    .addOption(new Option('--no-auth', 'serve everybody without a token; on this machine only'))
    .addOption(
      new Option(
        '--rate-limit <n>',
        'requests a minute for each token, or for each address with --no-auth; without a valid token, an address may make 600 requests and 600 health checks; ALLOCATIONS_RATE_LIMIT',
      )
        .default(config.rateLimit)
        .argParser(readCount(1, HIGHEST_RATE)),
    )
    .addOption(
      new Option(
        '--trust-proxy <addresses>',
        'proxies whose X-Forwarded headers are believed: addresses and networks separated by commas; ALLOCATIONS_TRUST_PROXY',
      ).default(config.trustProxy),
    )
    .addOption(
      new Option(
        '--base-path <path>',
        'path under which a proxy offers the service, as /sales-tax; shown in links and /docs; ALLOCATIONS_BASE_PATH',
      ).default(config.basePath),
    )
    .addOption(
      new Option('--log-level <level>', 'what is logged, as JSON lines on stdout; ALLOCATIONS_LOG_LEVEL')
        .default(config.logLevel)
        .choices(LOG_LEVELS),
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ allocations token create me\n  $ allocations serve --port 8080 --db data/allocations.sqlite',
    )
    .action((flags: ServeFlags) => serve(flags, config.version));
}

async function serve(flags: ServeFlags, programVersion: string): Promise<void> {
  if (!flags.auth) requireLoopback(flags.host);
  const basePath = basePathOf(flags.basePath);
  // no other command needs these, which take as long to load as all else
  const [{ pino }, { buildService }] = await Promise.all([import('pino'), import('../../../api/server.ts')]);
  const log = openServiceLog(pino.destination);
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
      tell(`serving ${source.name} at ${address} (${address}/docs shows how to ask); stop with Ctrl-C`);
      if (!flags.auth) tell('warning: --no-auth: whoever reaches this address is served, without a token');
      if (!hasToken)
        tell(
          `nobody has a token yet; make one with: allocations token create <name> --tokens "${flags.tokens ?? tokenFileOf(flags.db)}"`,
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

/** What is served: a dataset file, or the snapshots of a folder one after the other. */
async function openSource({ db, snapshots }: ServeFlags, logger: Logger) {
  if (snapshots === undefined) {
    const dataset = openForReading(db);
    return { name: db, reader: openReader(dataset), close: () => dataset.close() };
  }
  const reader = await openSnapshots(snapshots, {
    onChange: ({ sha256, data_version }) => logger.info({ sha256, data_version }, 'snapshot taken'),
    onProblem: ({ message }) => logger.error(`${message}; another one is in service`),
  });
  const following = setInterval(() => {
    reader.follow().catch((error) => logger.error({ err: error }, 'snapshots cannot be followed'));
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
      EADDRINUSE: 'another program listens there; take another with --port',
      EACCES: 'the system does not allow it; take a port above 1023 with --port',
      EADDRNOTAVAIL: 'this machine has no such address; take another with --host',
      ENOTFOUND: 'no such host; take another with --host',
    };
    const known = reason[errorCode(error) ?? ''];
    if (known) throw new OperatorError(`cannot listen on ${host}, port ${port}: ${known}`, MACHINE);
    throw error;
  }
}

/** Without tokens, only this machine is served. */
function requireLoopback(host: string): void {
  if (!isLoopback(host)) {
    const message = `--no-auth serves everybody who can reach the address, so it takes only this machine's own: leave --host out, or leave --no-auth out; not ${host}`;
    throw new OperatorError(message, USAGE);
  }
}

function basePathOf(text = ''): string {
  const path = readBasePath(text);
  if (path === null) {
    const message = `--base-path: "${text}" is not a path; give one that begins with a slash and has letters, digits and . _ ~ - between slashes, as /sales-tax`;
    throw new OperatorError(message, USAGE);
  }
  const taken = OWN_PATHS.find((own) => path === own || path.startsWith(`${own}/`));
  if (taken === undefined) return path;
  throw new OperatorError(
    `--base-path: the service's own addresses begin with ${taken}; give another path, as /sales-tax`,
    USAGE,
  );
}

/** A network of all addresses would have every client believed, and is no network to the library that looks. */
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
    `--trust-proxy: "${wrong}" is no address; give addresses and networks separated by commas, as 127.0.0.1,10.0.0.0/8`,
    USAGE,
  );
}
