import { once } from 'node:events';
import { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';
import { dayOf } from '../../../domain/calendar-day.ts';
import { errorCode, MACHINE, OperatorError } from '../../../domain/operator-error.ts';
import { readRegisters } from '../../../registers/registers.ts';
import { BriefMap } from '../../../store/brief-map.ts';
import { openForReading } from '../../../store/dataset.ts';
import { openReader } from '../../../store/query/view.ts';
import { openSnapshots } from '../../../store/snapshots/snapshot-reader.ts';
import { openTokens, type Tokens, tokenFileOf, type VerifiedToken } from '../../../store/tokens/tokens.ts';
import { addExamples } from '../../help.ts';
import { tell } from '../../output/print.ts';
import { ServiceLog } from '../../output/service-log.ts';
import { basePathOf, proxiesOf, requireLoopback, type ServeFlags, serveOptions } from './serve-options.ts';

/** How often the service checks for a new snapshot. */
const FOLLOW_EVERY_MS = 1000;

/** `allocations serve`: serves the dataset over HTTP until SIGTERM or Ctrl-C. */
export function serveCommand(config: Config): Command {
  const command = new Command('serve').description('Serve the dataset over HTTP, read-only');
  for (const option of serveOptions(config)) command.addOption(option);
  command.action((flags: ServeFlags) => serve(flags, config.version));
  return addExamples(
    command,
    'allocations token create me && allocations serve',
    'allocations serve --no-auth --port 9000',
  );
}

async function serve(flags: ServeFlags, programVersion: string): Promise<void> {
  if (!flags.auth) requireLoopback(flags.host);
  const basePath = basePathOf(flags.basePath);
  const { expectedBy } = readRegisters(flags.reference);
  // loaded here because they take as long to load as everything else
  const [{ pino }, { buildService }] = await Promise.all([import('pino'), import('../../../api/server.ts')]);
  const log = new ServiceLog(pino.destination);
  const logger = pino({ level: flags.logLevel }, log);
  const served = await openServed(flags, logger);
  let tokens: Tokens | null = null;
  try {
    tokens = flags.auth ? openTokens(flags.tokens ?? tokenFileOf(flags.db)) : null;
    const app = await buildService({
      reader: served.reader,
      verifyToken: tokens && verification(tokens),
      rateLimit: flags.rateLimit,
      trustedProxies: proxiesOf(flags.trustProxy),
      basePath,
      programVersion,
      schedule: () => ({ today: dayOf(new Date()), expectedBy }),
      logger,
    });
    const hasToken = tokens === null || tokens.list().some(({ state }) => state === 'active');
    const address = await listen(app, flags);
    tellServing(flags, served.name, address, hasToken);
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    await app.close();
  } finally {
    tokens?.close();
    served.close();
    await log.end();
  }
}

/** Verifies tokens, and remembers each answer for a moment. */
function verification(tokens: Tokens): (text: string) => VerifiedToken | null {
  const verified = new BriefMap<string, VerifiedToken | null>();
  return (text) => verified.getOrRead(text, () => tokens.verify(text));
}

function tellServing(
  { auth, tokens, db }: ServeFlags,
  name: string,
  address: string,
  hasToken: boolean,
): void {
  tell(`Serving ${name} at ${address} (documentation: ${address}/docs). Press Ctrl-C to stop.`);
  if (!auth) tell('Warning: --no-auth serves everyone who can reach this address.');
  if (!hasToken) {
    const create = `allocations token create <name> --tokens "${tokens ?? tokenFileOf(db)}"`;
    tell(`No token exists yet. Create one: ${create}`);
  }
}

/** Opens the dataset file, or a folder whose current snapshot is served. */
async function openServed({ db, snapshots }: ServeFlags, logger: Logger) {
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
