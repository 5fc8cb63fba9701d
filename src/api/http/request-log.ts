import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Finds tokens that a client put into an address by mistake, also without their prefix. */
const TOKENS = /sta_[\w-]+|[0-9a-f]{8}_[\w-]{43}/g;

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

/** Decodes percent escapes, also of text that was encoded several times: `%255F` is `_`. */
function decoded(text: string): string {
  return text.replace(/%(?:25)*([0-7][0-9a-f])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
