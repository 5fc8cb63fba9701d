import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { destination, Logger } from 'pino';
import type { EndOfToken, VerifyToken } from '../../../api/http/authentication.ts';
import type { Readers } from '../../../api/http/every-answer.ts';
import type { TradeCode } from '../../../api/routes/explorer.ts';
import { dayOf } from '../../../domain/calendar-day.ts';
import { errorCode, MACHINE, messageOf, OperatorError } from '../../../domain/operator-error.ts';
import { FollowedDataset } from '../../../publish/followed-dataset.ts';
import { openRegisters } from '../../../registers/beside.ts';
import { readRegisters } from '../../../registers/registers.ts';
import { BriefMap } from '../../../store/brief-map.ts';
import { countedReports } from '../../../store/dataset.ts';
import type { Tokens } from '../../../store/tokens/tokens.ts';
import { printable, tell } from '../../output/print.ts';
import { basePathOf, proxiesOf, type ServeFlags } from './serve-options.ts';

/** Log lines are written in batches of this size, or after this delay. */
const LOG_BUFFER = 16_000;

const LOG_DELAY_MS = 500;

/** If lines cannot be written, for example on a full disk, this much is kept. The rest is lost. */
const LOG_KEPT_BYTES = 1_000_000;

/** How long the program waits at its end for a slow reader of the log. */
const LAST_LINES_MS = 2000;

/** How often the service checks whether its file was replaced. */
const FOLLOW_EVERY_MS = 1000;

/** How to run a service. */
interface Running {
  programVersion: string;
  /** Opens the tokens that give access, after the dataset; `null` if everyone has access. */
  openTokens(): Tokens | null;
  /** Gives the explorer a token for the code in its address. */
  tradeCode?: TradeCode;
  /** Whose pages may read answers. */
  readers: Readers;
  /** Says where the service listens. */
  announce(served: { address: string; hasToken: boolean }): void;
}

/** Serves a dataset until SIGTERM or Ctrl-C. */
export async function runService(
  flags: Omit<ServeFlags, 'auth' | 'tokens' | 'allowOrigin'>,
  { programVersion, openTokens, readers, tradeCode, announce }: Running,
): Promise<void> {
  const basePath = basePathOf(flags.basePath);
  const { expectedBy } = readRegisters(flags.reference);
  // loaded here because they take as long to load as everything else
  const [{ pino }, { buildService }] = await Promise.all([import('pino'), import('../../../api/server.ts')]);
  const log = openLog(pino.destination);
  const logger = pino({ level: flags.logLevel }, log);
  const served = openServed(flags, logger);
  let tokens: Tokens | null = null;
  try {
    tokens = openTokens();
    const app = await buildService({
      reader: served.reader,
      verifyToken: tokens && verification(tokens),
      ...(tokens && { verifyFeedKey: (text) => tokens?.verifyFeedKey(text) ?? null }),
      explainToken: (text) => endOf(tokens, text),
      readers,
      ...(tradeCode && { tradeCode }),
      rateLimit: flags.rateLimit,
      trustedProxies: proxiesOf(flags.trustProxy),
      basePath,
      findFile: flags.files === undefined ? null : await openFiles(flags.files),
      programVersion,
      schedule: () => ({ today: dayOf(new Date()), expectedBy }),
      ...openRegisters(flags.reference),
      logger,
    });
    // a damaged token file must show before the service listens
    const hasToken = tokens?.list().some(({ state }) => state === 'active') ?? false;
    const address = await listen(app, flags);
    announce({ address: `${address}${basePath}`, hasToken });
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    await app.close();
  } finally {
    tokens?.close();
    served.close();
    await log.end();
  }
}

/** Verifies tokens, and remembers each answer for a moment. */
function verification(tokens: Tokens): VerifyToken {
  const verified = new BriefMap<string, ReturnType<VerifyToken>>();
  return (text) => verified.getOrRead(text, () => tokens.verify(text));
}

/** Why a token is no longer valid. */
function endOf(tokens: Tokens | null, text: string): EndOfToken | null {
  const state = tokens?.stateOf(text) ?? null;
  return state === 'active' ? null : state;
}

/** Opens the dataset file, and checks regularly whether somebody replaced it. The first report ends the sample. */
function openServed({ db, awaited }: Pick<ServeFlags, 'db' | 'awaited'>, logger: Logger) {
  const nameFile = () => (awaited !== undefined && countedReports(awaited)?.length ? awaited : db);
  const reader = new FollowedDataset(nameFile, {
    onChange: () => logger.info({ db: nameFile() }, 'the dataset file was replaced'),
    onProblem: ({ message }) =>
      logger.error(`${message} The service continues with the file that it has open`),
  });
  const following = setInterval(() => {
    try {
      reader.follow();
    } catch (error) {
      logger.error({ err: error }, `cannot check ${db}`);
    }
  }, FOLLOW_EVERY_MS).unref();
  const close = () => {
    clearInterval(following);
    reader.close();
  };
  return { reader, close };
}

/** Opens a folder of published Parquet files. Throws an `OperatorError` if it has no readable version. */
async function openFiles(folder: string) {
  const { openOfferedFiles } = await import('../../../publish/parquet/offered-files.ts');
  return openOfferedFiles(folder);
}

async function listen(
  app: FastifyInstance,
  { host, port }: Pick<ServeFlags, 'host' | 'port'>,
): Promise<string> {
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

/** Writes the log to stdout in batches. If lines cannot be written, it tells the operator once, and the service continues. */
function openLog(open: typeof destination) {
  let isLosing = false;
  let isDropping = false;
  let isGivenUp = false;
  const file = open({
    ...{ sync: false, minLength: LOG_BUFFER, periodicFlush: LOG_DELAY_MS, maxLength: LOG_KEPT_BYTES },
    // retries until the program ends
    retryEAGAIN: () => !isGivenUp,
  });
  file.on('write', () => {
    if (isLosing) tell('The log works again.');
    isLosing = false;
  });
  file.on('error', (error) => {
    if (!isLosing) tell(`Cannot write the log (${messageOf(error)}). The service continues.`);
    isLosing = true;
  });
  file.on('drop', () => {
    if (!isDropping && !isLosing) tell('Log lines are lost because the reader of the log is too slow.');
    isDropping ||= !isLosing;
  });
  // pino calls this when the program ends, and would retry forever
  file.flushSync = () => undefined;
  return {
    write: (line: string) => file.write(printable(line)),
    /** Writes the remaining lines, but waits only a moment. */
    end: async () => {
      const written = new Promise((done) => file.flush(done));
      await Promise.race([written, later(LAST_LINES_MS, undefined, { ref: false })]);
      isGivenUp = true;
    },
  };
}
