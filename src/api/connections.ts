import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * When the service closes, ends every connection as soon as no request is being answered on it. Node itself waits for
 * clients that have not asked for anything yet, and for those that keep their connection after an answer.
 */
export function endIdleConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  // several on one connection where a client does not wait for one answer before it asks again
  const answering = new WeakMap<Socket, number>();
  let isClosing = false;
  const endIfIdle = (socket: Socket) => {
    if (!answering.get(socket)) socket.destroySoon();
  };
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => {
      answering.set(socket, (answering.get(socket) ?? 1) - 1);
      if (isClosing) endIfIdle(socket);
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) endIfIdle(socket);
  });
}
