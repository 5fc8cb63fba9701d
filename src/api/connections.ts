import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * When the service closes, ends every connection as soon as no request is being answered on it. Node itself waits for
 * clients that have not asked for anything yet, and for those that keep their connection after an answer.
 */
export function endIdleConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  // answers leave a connection in the order they were asked for: where the last one has left, all have
  const lastAnswers = new WeakMap<Socket, ServerResponse>();
  let isClosing = false;
  const endWhenIdle = (socket: Socket) => {
    const answer = lastAnswers.get(socket);
    if (!answer || answer.closed) socket.destroySoon();
    else answer.once('close', () => endWhenIdle(socket));
  };
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    lastAnswers.set(socket, response);
    if (isClosing) endWhenIdle(socket);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) endWhenIdle(socket);
  });
}
