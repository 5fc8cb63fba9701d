import type { FastifyInstance } from 'fastify';

/** Tokens that were put into an address by mistake. */
const TOKENS = /sta_[\w-]+/g;

/** Logs one line a request, without tokens. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        url: withoutTokens(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        address: request.ip,
        caller: request.caller?.name,
      },
      'request',
    );
    done();
  });
}

function withoutTokens(url: string): string {
  if (!url.includes('%') && !url.includes('sta_')) return url;
  // a token's characters may stand as their codes
  const readable = url.replace(/%[0-7][0-9a-f]/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  const clean = readable.replace(TOKENS, 'sta_…');
  return clean === readable ? url : clean;
}
