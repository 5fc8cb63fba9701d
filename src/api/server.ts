import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { STATES } from '../states/index.ts';
import type { DatasetReader } from '../store/query/view.ts';
import { hasReadablePath, openRouting, prefixOf } from './http/addresses.ts';
import { openAnswers } from './http/answers.ts';
import { identifyCaller, requireToken, type VerifyToken } from './http/authentication.ts';
import { checkParameters } from './http/checked-parameters.ts';
import { type ConnectionLimits, connectionLimits, limitConnections } from './http/connection-limits.ts';
import { endIdleConnections } from './http/connections.ts';
import { answerErrors, answerUnreadable, Refusal } from './http/errors.ts';
import { refuseOtherMethods } from './http/methods.ts';
import { limitRate, OPEN_RATE } from './http/rate-limit.ts';
import { logRequests } from './http/request-log.ts';
import { addStandingHeaders } from './http/standing-headers.ts';
import { describeRoutes } from './openapi.ts';
import { prepareWhileIdle } from './preparation.ts';
import { serveAllocations } from './routes/allocations.ts';
import { serveDescription } from './routes/description.ts';
import { serveJurisdictions } from './routes/jurisdictions.ts';
import { serveReadiness } from './routes/readiness.ts';
import { serveRevisions } from './routes/revisions.ts';
import { serveSources } from './routes/sources.ts';

/** What the service works on and with. */
export interface ServiceOptions {
  reader: DatasetReader;
  /** Tells whose token a text is; `null` serves everybody. */
  verifyToken: VerifyToken | null;
  /** Requests a minute for each token, or for each address if no token is needed. */
  rateLimit: number;
  /** Addresses and networks of proxies whose `X-Forwarded-` headers are believed. */
  trustedProxies: readonly string[];
  /** The path under which the service lies, as `/sales-tax`; it answers with and without it. Default: the root. */
  basePath?: string;
  /** Default: those of `connectionLimits`. */
  connections?: ConnectionLimits;
  programVersion: string;
  logger: FastifyBaseLogger;
}

/** Room for the ids of a state's 1,834 authorities, also percent-encoded. */
const LONGEST_URL = 32_768;
/** A name or an address, with or without a port; links are made of it. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])?(?::\d+)?$/i;
/** Bytes of all headers with the request line. */
const LARGEST_HEADERS = 49_152;
const REQUEST_TIMEOUT_MS = 30_000;

/** Builds the service, with all its routes; it does not listen yet. */
export async function buildService(options: ServiceOptions): Promise<FastifyInstance> {
  const { reader, verifyToken, trustedProxies, programVersion, basePath = '' } = options;
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // lines name their request themselves: a logger for each would cost more than its line
    childLoggerFactory: (logger) => logger,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    // a request without Host is refused below, in the form of all refusals
    http: { maxHeaderSize: LARGEST_HEADERS, requireHostHeader: false },
    rewriteUrl: openRouting(basePath),
    // the parameter's own check refuses a long id
    routerOptions: { maxParamLength: LONGEST_URL },
    clientErrorHandler: answerUnreadable,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', passOverBody);
  // the schemas are read by a hook, which sees all parameters together
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  app.decorateRequest('caller', null);
  app.decorate('basePath', basePath);
  answerErrors(app);
  logRequests(app);
  addStandingHeaders(app);
  limitConnections(app, options.connections ?? connectionLimits(trustedProxies.length > 0));
  endIdleConnections(app);
  if (verifyToken) app.addHook('onRequest', identifyCaller(verifyToken));
  const perAddress = verifyToken ? OPEN_RATE : options.rateLimit;
  app.addHook('onRequest', limitRate({ perToken: options.rateLimit, perAddress }));
  await app.register(answerPreflights);
  app.addHook('onRequest', checkRequest);
  refuseOtherMethods(app);
  await describeRoutes(app, { version: programVersion, hasTokens: verifyToken !== null });
  serveDescription(app, reader);
  serveReadiness(app, reader);

  await app.register(async (data) => {
    if (verifyToken) data.addHook('onRequest', requireToken);
    const { repeat, make } = openAnswers(reader, programVersion);
    // after the token and the rate limit; what was answered before need not be understood again
    data.addHook('preParsing', (request, reply, payload, done) => {
      if (!repeat(request, reply)) done(null, payload);
    });
    data.addHook('preValidation', checkParameters);
    const preparations = STATES.flatMap((state) => serveAllocations(data, state, make));
    prepareWhileIdle(data, reader, preparations);
    serveJurisdictions(data, make);
    serveSources(data, make);
    serveRevisions(data, make);
  });
  return app;
}

/** In a scope of its own: on what is no preflight, the standing headers say all that pages of other origins need. */
async function answerPreflights(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['Authorization', 'If-None-Match'],
    maxAge: 86_400,
    strictPreflight: false,
  });
}

function checkRequest(request: FastifyRequest, _: FastifyReply, done: (refusal?: Refusal) => void): void {
  const { length } = request.originalUrl;
  if (length > LONGEST_URL)
    done(new Refusal(414, `the address has ${length} characters; ${LONGEST_URL} are the most`));
  else if (!hasReadablePath(request.originalUrl))
    done(new Refusal(400, 'the path has a % that stands for no character. Write % itself as %25'));
  else if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
    done(new Refusal(400, 'the header Host is missing'));
  else if (request.raw.rawHeaders.filter(isHostName).length > 1)
    done(new Refusal(400, 'the header Host is given more than once'));
  else if (!HOST.test(request.headers.host ?? '')) done(new Refusal(400, 'the header Host names no host'));
  else if (!HOST.test(request.host ?? '') || !/^https?$/i.test(request.protocol))
    done(new Refusal(400, 'the headers X-Forwarded-Host and X-Forwarded-Proto name no host and protocol'));
  else if (prefixOf(request) === null) done(new Refusal(400, 'the header X-Forwarded-Prefix names no path'));
  else done();
}

/** Of names and values in turn; a value that is the word itself is not a name. */
function isHostName(text: string, at: number): boolean {
  return at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
}

/** No route reads a body. */
function passOverBody(_: FastifyRequest, body: IncomingMessage, done: (error: null) => void): void {
  body.resume();
  done(null);
}
