import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from './errors.ts';

/** Limits for open connections and slow clients. */
export interface ConnectionLimits {
  most: number;
  /** For one address; `null` if all connections come from proxies. */
  mostOfAddress: number | null;
  /** The service disconnects a client that reads fewer bytes a second than this for `patienceMs`. */
  slowest: number;
  patienceMs: number;
}

const MOST = 4000;
const MOST_OF_ADDRESS = 400;
const SLOWEST = 1024;
const PATIENCE_MS = 30_000;

/** The limits of a service. Behind proxies, many clients share one address. */
export function connectionLimits(hasProxies: boolean): ConnectionLimits {
  return {
    most: MOST,
    mostOfAddress: hasProxies ? null : MOST_OF_ADDRESS,
    slowest: SLOWEST,
    patienceMs: PATIENCE_MS,
  };
}

/** The bytes that a client had read when the service started to wait for it. */
interface Wait {
  since: number;
  taken: number;
}

/** Refuses connections above the limits, and disconnects clients that do not read their answers. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const open = new Map<Socket, Wait | null>();
  const ofAddress = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const count = (ofAddress.get(remoteAddress) ?? 0) + 1;
    if (open.size >= limits.most || count > (limits.mostOfAddress ?? Number.POSITIVE_INFINITY)) {
      turnAway(socket);
      return;
    }
    open.set(socket, null);
    ofAddress.set(remoteAddress, count);
    socket.once('close', () => {
      open.delete(socket);
      const left = (ofAddress.get(remoteAddress) ?? 1) - 1;
      if (left === 0) ofAddress.delete(remoteAddress);
      else ofAddress.set(remoteAddress, left);
    });
  });
  const sweep = setInterval(() => {
    for (const [socket, wait] of open) {
      const next = waitOf(socket, wait, limits);
      if (next === 'too slow') {
        app.log.info({ address: socket.remoteAddress }, 'disconnected: the client does not read its answer');
        // an end would look like the end of a list to clients of HTTP/1.0
        socket.resetAndDestroy();
      } else open.set(socket, next);
    }
  }, limits.patienceMs / 6).unref();
  app.addHook('onClose', (_, done) => {
    clearInterval(sweep);
    done();
  });
}

function waitOf(
  socket: Socket,
  wait: Wait | null,
  { slowest, patienceMs }: ConnectionLimits,
): Wait | null | 'too slow' {
  if (socket.writableLength === 0) return null;
  const now = performance.now();
  const taken = socket.bytesWritten - socket.writableLength;
  if (wait === null) return { since: now, taken };
  if (now - wait.since < patienceMs) return wait;
  return taken - wait.taken < (slowest * patienceMs) / 1000 ? 'too slow' : { since: now, taken };
}

function turnAway(socket: Socket): void {
  const body = JSON.stringify({
    message: 'Too many open connections. Close some, or try again later.',
    errors: {},
  } satisfies ErrorBody);
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}
