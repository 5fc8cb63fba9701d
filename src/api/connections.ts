import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** When the service closes, ends at once every connection on which no request is being answered. */
export function endIdleConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (!busy.has(socket)) socket.destroy();
  });
}
