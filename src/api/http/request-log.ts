import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Finds tokens that a client put into an address by mistake, also without their prefix. */
const TOKENS = /sta_[\w-]+|[0-9a-f]{8}_[\w-]{43}/g;

/** How often an address can be percent-encoded again. */
const MOST_LEVELS = 5;

/** Logs one line a request, without tokens. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      reqId: request.id,
      method: request.method,
      url: withoutTokens(request.originalUrl),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      address: request.ip,
      caller: request.caller?.name,
    },
    'request',
  );
}

function withoutTokens(url: string): string {
  if (!url.includes('%') && !url.includes('_')) return url;
  const readable = decoded(url);
  const clean = readable.replace(TOKENS, 'sta_…');
  return clean === readable ? url : clean;
}

/** Decodes percent escapes repeatedly: the text may have been encoded several times. */
function decoded(text: string): string {
  let readable = text;
  for (let level = 0; level < MOST_LEVELS; level += 1)
    readable = readable.replace(/%[0-7][0-9a-f]/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    );
  return readable;
}
