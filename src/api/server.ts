import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Counter } from 'prom-client';
import { isLoopback } from '../domain/loopback.ts';
import type { FiguresBeside } from '../records/found-rows.ts';
import { RECORDS } from '../records/index.ts';
import type { RecordList } from '../records/list.ts';
import { firstDocuments } from '../records/making/documents.ts';
import { pictureOf, pictureOfStates, previewOf } from '../records/preview.ts';
import { STATE_CODES, STATES } from '../states/index.ts';
import { type Schedule, usualSchedule } from '../store/query/completeness.ts';
import type { DatasetReader, DatasetView } from '../store/query/view.ts';
import { byStateOfIds, isEncoded, prefixOf, routedAddress, splitAddress } from './http/addresses.ts';
import { Answers } from './http/answers.ts';
import { type ExplainToken, identifyCaller, requireToken, type VerifyToken } from './http/authentication.ts';
import { checkAddress, compileValidator } from './http/checked-parameters.ts';
import { answerErrors, Refusal } from './http/errors.ts';
import {
  addStandingHeaders,
  answerHead,
  checkMethod,
  logAnswer,
  type Readers,
  shortenAnswers,
} from './http/every-answer.ts';
import { limitRate, OPEN_RATE } from './http/limits.ts';
import { describeRoutes } from './openapi.ts';
import { serveRecord } from './record-route.ts';
import { serveDescription, serveDocs } from './routes/description.ts';
import { serveDocuments } from './routes/documents.ts';
import { answerUnknown, serveExplorer, type TradeCode } from './routes/explorer.ts';
import { type FindFile, serveFiles } from './routes/files.ts';
import { countAnswers, serveMetrics } from './routes/metrics.ts';
import { serveNotes } from './routes/note.ts';
import { overviewOf, serveOverview } from './routes/overview.ts';
import { serveReadiness } from './routes/readiness.ts';
import { serveUpdatesFeed } from './routes/updates-feed.ts';

/** What a service is made of, and the registers that it reads. */
export interface ServiceOptions extends FiguresBeside {
  reader: DatasetReader;
  /** Returns the owner of a token; `null` if the service needs no token. */
  verifyToken: VerifyToken | null;
  /** Returns whose key of the feed a text is. Default: there are no keys. */
  verifyFeedKey?: VerifyToken;
  /** Default: it gives no reason. */
  explainToken?: ExplainToken;
  /** Gives the explorer a token for the code in its address. Default: it has none. */
  tradeCode?: TradeCode;
  /** Whose pages may read answers. Default: those of every origin, because they need a token. */
  readers?: Readers;
  /** Requests a minute for each token, or for each address if no token is needed. */
  rateLimit: number;
  /** Addresses and networks of the proxies whose `X-Forwarded-` headers the service trusts. */
  trustedProxies: readonly string[];
  /** The path before all addresses, such as `/sales-tax`; the service answers below it. Default: none. */
  basePath?: string;
  /** Milliseconds without a byte after which a connection ends. Default: 30,000. */
  silenceMs?: number;
  /** Finds published Parquet files. Default: the service offers none. */
  findFile?: FindFile | null;
  programVersion: string;
  /** The lists to serve. Default: all. */
  records?: readonly RecordList[];
  /** Decides which reports are due today. Default: by the rule of each report kind. */
  schedule?: () => Schedule;
  logger: FastifyBaseLogger;
}

/** Enough for 1,000 ids, percent-encoded. */
const LONGEST_URL = 16_384;
/** A name or an address, with or without a port. Links contain it. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])?(?::\d+)?$/i;
/** Bytes of the request line and all headers. */
const LARGEST_HEADERS = 49_152;
const REQUEST_TIMEOUT_MS = 30_000;
const MOST_CONNECTIONS = 4000;
/** The service disconnects a client that takes no byte of its answer for this long. */
const SILENCE_MS = 30_000;
/** Time for clients to read their answers when the service stops. Process managers wait a little longer. */
const PATIENCE_MS = 25_000;

/** Builds the service with all its routes; it does not listen yet. */
export async function buildService(options: ServiceOptions): Promise<FastifyInstance> {
  const { reader, verifyToken, programVersion, basePath = '', readers = '*' } = options;
  const app = createServer(options);
  app.decorateRequest('caller', null);
  app.decorate('basePath', basePath);
  app.addHook('onRoute', answerHead);
  answerErrors(app);
  await addStandingHeaders(app, readers);
  app.addHook('onResponse', logAnswer);
  const counter = countAnswers(app);
  finishAnswers(app);
  // first of all checks, so that every refusal is counted
  if (verifyToken)
    app.addHook('onRequest', identifyCaller(verifyToken, options.verifyFeedKey ?? (() => null)));
  const { rateLimit } = options;
  await limitRate(app, rateLimit, verifyToken ? OPEN_RATE : rateLimit);
  await app.register(answerPreflights, { readers });
  app.addHook('onRequest', checkRequest);
  if (readers !== '*') app.addHook('onRequest', refuseOtherNames(options, readers));
  app.addHook('onRequest', checkMethod);
  await describeRoutes(app, { version: programVersion, hasTokens: verifyToken !== null });
  // not compressed: for each client that reads nothing of its script, an encoder would take half a megabyte
  await app.register(serveDocs, { prefix: basePath });
  await shortenAnswers(app);
  // a health check asks the service itself, not the proxy
  serveReadiness(app, reader);
  const serveOwn = async (own: FastifyInstance) => {
    serveDescription(own);
    await serveExplorer(own, {
      ...{ trade: options.tradeCode, readers },
      open: verifyToken
        ? null
        : {
            preview: (id) => reader.read((view) => previewOf(view, id)),
            documents: (id, hasYear) => reader.read((view) => firstDocuments(view, STATES, id, hasYear)),
            picture: (id) =>
              reader.read((view) =>
                id === undefined ? pictureOfStates(view, STATE_CODES) : pictureOf(view, id),
              ),
          },
    });
    await own.register(async (data) => serveData(data, options, counter));
  };
  await app.register(serveOwn, { prefix: basePath });
  answerUnknown(app);
  return app;
}

/** Creates the server, without hooks and routes. */
function createServer({ logger, trustedProxies, silenceMs = SILENCE_MS }: ServiceOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // every log line has the id of its request, so no request needs its own logger
    childLoggerFactory: (parent) => parent,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: silenceMs,
    // it would also limit the end of the service, which waits longer for its clients
    pluginTimeout: 0,
    return503OnClosing: false,
    http: { maxHeaderSize: LARGEST_HEADERS },
    rewriteUrl: routedAddress,
    routerOptions: {
      ignoreTrailingSlash: true,
      // the parameter's own check refuses a long id
      maxParamLength: LONGEST_URL,
      constraints: { stateOfIds: byStateOfIds() },
    },
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  // an end would look like the end of a list to clients of HTTP/1.0
  app.server.on('timeout', (socket: Socket) => socket.resetAndDestroy());
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => JSON.stringify);
  return app;
}

/** When the service ends, waits until clients have their answers: the close of Fastify cuts off what is not sent yet. */
export function finishAnswers(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const unsent = new Set<ServerResponse>();
  app.addHook('onRequest', (_, { raw }, done) => {
    unsent.add(raw);
    raw.once('close', () => unsent.delete(raw));
    done();
  });
  app.addHook('preClose', async () => {
    const sent = Promise.all(Array.from(unsent, (answer) => once(answer, 'close')));
    await Promise.race([sent, pause(patienceMs, null, { ref: false })]);
    // an end would look like the end of a list to clients of HTTP/1.0
    for (const { socket } of unsent) socket?.resetAndDestroy();
    // Node waits for clients that never sent a whole request
    app.server.closeAllConnections();
  });
}

/** Adds the routes that answer from the dataset. */
async function serveData(data: FastifyInstance, options: ServiceOptions, counter: Counter): Promise<void> {
  const { reader, verifyToken, findFile, programVersion, schedule = usualSchedule } = options;
  if (verifyToken) data.addHook('onRequest', requireToken(options.explainToken ?? (() => null)));
  const answers = new Answers(reader, programVersion);
  data.addHook('preValidation', checkAddress);
  const overview = (view: DatasetView) => overviewOf(view, programVersion, schedule());
  serveOverview(data, answers, overview);
  serveDocuments(data, answers, overview, options);
  const beside = () => ({ ...options, schedule: schedule() });
  for (const list of options.records ?? RECORDS) serveRecord(data, list, answers, beside);
  serveUpdatesFeed(data, answers, beside);
  serveNotes(data, answers, programVersion, beside);
  serveMetrics(data, reader, counter, () => schedule().today);
  if (findFile) await serveFiles(data, findFile);
}

/** Answers preflights. All other answers have the standing headers, which are enough for CORS. */
async function answerPreflights(app: FastifyInstance, { readers }: { readers: Readers }): Promise<void> {
  await app.register(cors, {
    origin: readers ?? false,
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['Authorization', 'If-Match', 'If-None-Match', 'If-Range', 'Range'],
    maxAge: 86_400,
    strictPreflight: false,
  });
}

async function checkRequest(request: FastifyRequest): Promise<void> {
  const { originalUrl, raw, headers, host, protocol } = request;
  if (originalUrl.length > LONGEST_URL)
    throw new Refusal(
      414,
      `The address has ${originalUrl.length} characters, but the limit is ${LONGEST_URL}. Shorten it, or send several requests.`,
    );
  if (!isEncoded(splitAddress(originalUrl)[0]))
    throw new Refusal(400, 'The path has an invalid % escape. Write % itself as %25.');
  // raw headers list names and values in turn
  if (raw.rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length > 1)
    throw new Refusal(400, 'The header Host is given more than once. Send it once.');
  if (!HOST.test(headers.host ?? '')) throw new Refusal(400, 'The header Host is not a host name.');
  if (!HOST.test(host ?? '') || !/^https?$/i.test(protocol))
    throw new Refusal(
      400,
      'The header X-Forwarded-Host is not a host name, or X-Forwarded-Proto is not http or https. Check the proxy.',
    );
  if (prefixOf(request) === null)
    throw new Refusal(400, 'The header X-Forwarded-Prefix is not a path. Check the proxy.');
}

/**
 * Makes a hook for a service without tokens: a page of another site whose name was made to lead to this machine would be
 * of the same origin. A trusted proxy answers for the names it passes on.
 */
function refuseOtherNames({ trustedProxies }: ServiceOptions, readers: Readers) {
  const named = readers === null ? null : new URL(readers).hostname;
  return async ({ hostname }: FastifyRequest): Promise<void> => {
    const name = hostname.replace(/^\[|\]$/g, '');
    if (trustedProxies.length > 0 || isLoopback(name) || name === named) return;
    throw new Refusal(
      403,
      `Without tokens, this service answers only requests to its own machine, not to ${name}. Ask http://localhost, or name the origin with --allow-origin.`,
    );
  };
}
