import type { ServerResponse } from 'node:http';
import { Socket, Server as StreamServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

const MOST_CONNECTIONS = 4000;
/** The service disconnects a client that takes no byte of its answer for this long. */
export const SILENCE_MS = 30_000;

/** Refuses connections above the limit, and disconnects clients that do not read their answers. */
export function limitConnections({ server }: FastifyInstance): void {
  server.maxConnections = MOST_CONNECTIONS;
  // an end would look like the end of a list to clients of HTTP/1.0
  server.on('timeout', (socket: Socket) => socket.resetAndDestroy());
}

/** Time for clients to read their answers when the service stops. Process managers wait a little longer. */
const PATIENCE_MS = 25_000;

/**
 * When the service closes, ends idle connections and waits until all answers are sent, up to a limit. Node itself
 * would wait for idle clients, and would cut off answers that are not sent yet.
 */
export function endIdleConnections(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const open = new Set<Socket>();
  // answers leave a connection in order: once the last one is sent, all are
  const lastAnswers = new WeakMap<Socket, ServerResponse>();
  let isClosing = false;
  let allClosed = () => {};
  const keep = (socket: Socket) => {
    if (open.has(socket)) return;
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) allClosed();
    });
  };
  const endWhenIdle = (socket: Socket) => {
    const answer = lastAnswers.get(socket);
    if (!answer || answer.closed) socket.destroySoon();
    else answer.once('close', () => endWhenIdle(socket));
  };
  app.server.on('connection', keep);
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    // a connection to a second address shows up only here; requests of tests have no socket
    if (!(socket instanceof Socket)) return done();
    keep(socket);
    lastAnswers.set(socket, reply.raw);
    if (isClosing) endWhenIdle(socket);
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // stop new connections; the close of node:http would cut off answers
    if (app.server.listening) StreamServer.prototype.close.call(app.server);
    const closed = new Promise<void>((resolve) => {
      allClosed = resolve;
    });
    for (const socket of open) endWhenIdle(socket);
    const patience = setTimeout(() => {
      // an end would look like the end of a list to clients of HTTP/1.0
      for (const socket of open) socket.resetAndDestroy();
    }, patienceMs);
    if (open.size > 0) await closed;
    clearTimeout(patience);
  });
}
