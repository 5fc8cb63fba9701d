import type { ServerResponse } from 'node:http';
import { Socket, Server as StreamServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long clients may take for what they asked for before the end; those who run services wait some longer. */
const PATIENCE_MS = 25_000;

/**
 * When the service closes, ends every connection as soon as no request is being answered on it, and waits until all
 * answers are sent, though not for ever. Node itself waits for clients that have not asked for anything yet, and for
 * those that keep their connection after an answer, but cuts off answers that are made and not yet sent.
 */
export function endIdleConnections(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const open = new Set<Socket>();
  // answers leave a connection in the order they were asked for: where the last one has left, all have
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
    // one that came to a second address is told of by its request alone; requests of tests have none
    if (!(socket instanceof Socket)) return done();
    keep(socket);
    lastAnswers.set(socket, reply.raw);
    if (isClosing) endWhenIdle(socket);
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // takes no new connections; that of node:http would cut off answers
    if (app.server.listening) StreamServer.prototype.close.call(app.server);
    const closed = new Promise<void>((resolve) => {
      allClosed = resolve;
    });
    for (const socket of open) endWhenIdle(socket);
    const patience = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, patienceMs);
    if (open.size > 0) await closed;
    clearTimeout(patience);
  });
}
