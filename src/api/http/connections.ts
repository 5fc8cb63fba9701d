import type { ServerResponse } from 'node:http';
import { Socket, Server as StreamServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const MOST_CONNECTIONS = 4000;
/** The service disconnects a client that takes no byte of its answer for this long. */
export const SILENCE_MS = 30_000;
/** Time for clients to read their answers when the service stops. Process managers wait a little longer. */
const PATIENCE_MS = 25_000;
const POLL_MS = 20;

/** Refuses connections above the limit, and disconnects clients that do not read their answers. */
export function limitConnections({ server }: FastifyInstance): void {
  server.maxConnections = MOST_CONNECTIONS;
  // an end would look like the end of a list to clients of HTTP/1.0
  server.on('timeout', (socket: Socket) => socket.resetAndDestroy());
}

/**
 * When the service closes, ends each connection as soon as its answers are sent, up to a limit. Node itself would wait
 * for idle clients, and would cut off answers that are not sent yet.
 */
export function endIdleConnections(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  // answers leave a connection in order: once the last one is sent, all are
  const lastAnswers = new Map<Socket, ServerResponse | null>();
  const keep = (socket: Socket, answer: ServerResponse | null) => {
    if (socket.destroyed) return;
    if (!lastAnswers.has(socket)) socket.once('close', () => lastAnswers.delete(socket));
    lastAnswers.set(socket, answer);
  };
  app.server.on('connection', (socket: Socket) => keep(socket, null));
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    // a connection to a second address shows up only here; requests of tests have no socket
    if (socket instanceof Socket) keep(socket, raw);
    done();
  });
  app.addHook('preClose', async () => {
    // stop new connections; the close of node:http would cut off answers
    if (app.server.listening) StreamServer.prototype.close.call(app.server);
    const end = Date.now() + patienceMs;
    while (lastAnswers.size > 0 && Date.now() < end) {
      for (const [socket, answer] of lastAnswers) if (answer?.closed ?? true) socket.destroySoon();
      await pause(POLL_MS);
    }
    // an end would look like the end of a list to clients of HTTP/1.0
    for (const socket of lastAnswers.keys()) socket.resetAndDestroy();
  });
}
