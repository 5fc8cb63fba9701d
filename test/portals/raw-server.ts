import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

/** What a server says once it was asked; it speaks bytes, which need not be HTTP. */
export type Speech = (socket: Socket) => void;

export interface RawServer {
  host: string;
  /** How often it was asked. */
  asked: number;
}

/** Opens a server on loopback that says the same to everybody; it is closed when the test has finished. */
export async function openRawServer(speak: Speech, tls?: { key: string; cert: string }): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const listener = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      raw.asked += 1;
      speak(socket);
    });
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const raw = { host: `${tls ? 'localhost' : '127.0.0.1'}:${port}`, asked: 0 };
  return raw;
}

/** Says so much and ends the connection. */
export function says(text: string | Buffer): Speech {
  return (socket) => socket.end(text);
}

/** Says a beginning, and then a part over and over, as fast as it is taken. */
export function pours(beginning: string | Buffer, part: string | Buffer): Speech {
  const bytes = Buffer.from(part);
  // large writes, or the server is the slow one
  const many = Buffer.concat(Array(Math.ceil(65_536 / bytes.length)).fill(bytes));
  return (socket) => {
    socket.write(beginning);
    const pour = () => {
      while (!socket.destroyed && socket.write(many));
    };
    socket.on('drain', pour);
    pour();
  };
}

/** Says a beginning, and then a part every 50 ms. */
export function drips(beginning: string, part: string | Buffer): Speech {
  return (socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(part), 50);
    socket.on('close', () => clearInterval(timer));
  };
}
