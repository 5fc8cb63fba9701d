import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Fault } from './portal.ts';

/** What a portal sends while it still prepares an export. */
export const PLACEHOLDER =
  '{"message":"Up to date download file is being generated. Please check back again later.","status":"ExportingData","created":"2026-02-08T08:56:27.743Z","modified":"2026-02-08T08:56:32.017Z","progressInPercent":93,"recordCount":500}';

export function status(code: number, headers: Record<string, string> = {}, text = ''): Fault {
  return (response) => {
    response.writeHead(code, headers);
    response.end(text);
  };
}

/** Another body under the status and type of the right one. */
export function body(text: string | Buffer): Fault {
  return (response, answer) => {
    response.writeHead(200, answer.headers);
    response.end(text);
  };
}

/** A server that speaks bytes, which need not be HTTP. */
export interface RawServer {
  host: string;
  /** How often it was asked for something else than `good`. */
  asked: number;
  speak: Speech;
}

/** What a server says after a request. */
export type Speech = (socket: Socket) => void;

/** Opens a server on loopback. It answers every request in the same way, but requests for `/good.csv` with a report. */
export async function openRawServer(speak: Speech, tls?: { key: string; cert: string }): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const listener = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (request) => {
      if (request.toString('latin1').startsWith('GET /good.csv ')) return says(GOOD)(socket);
      raw.asked += 1;
      raw.speak(socket);
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
  const raw: RawServer = { host: `${tls ? 'localhost' : '127.0.0.1'}:${port}`, asked: 0, speak };
  return raw;
}

export const REPORT = 'Authority Code,Authority Name\n2000001,EXAMPLE CITY\n';
export const GOOD = `HTTP/1.1 200 OK\r\ncontent-length: ${REPORT.length}\r\n\r\n${REPORT}`;

/** Says so much and ends the connection. */
export function says(...parts: (string | Buffer)[]): Speech {
  return (socket) => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part))));
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
