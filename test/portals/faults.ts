import { gzipSync } from 'node:zlib';
import type { Fault } from '../rig/portals/portal.ts';

/** What a portal hands out while it is still making an export. */
export const PLACEHOLDER =
  '{"message":"Up to date download file is being generated. Please check back again later.","status":"ExportingData","created":"2026-02-08T08:56:27.743Z","modified":"2026-02-08T08:56:32.017Z","progressInPercent":93,"recordCount":500}';

/** An answer with another status, and what else it says. */
export function status(code: number, headers: Record<string, string> = {}, body = ''): Fault {
  return (response) => {
    response.writeHead(code, headers);
    response.end(body);
  };
}

/** Another body under the status and type of the right one. */
export function body(text: string | Buffer, type?: string): Fault {
  return (response, answer) => {
    response.writeHead(200, { ...answer.headers, ...(type === undefined ? {} : { 'content-type': type }) });
    response.end(text);
  };
}

/** The connection breaks after a part of the body. */
export const cut: Fault = (response, answer) => {
  response.writeHead(200, { ...answer.headers, 'content-length': String(answer.body.length) });
  response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
};

/** The connection breaks before anything was said. */
export const reset: Fault = (response) => {
  response.destroy();
};

/** The stream ends early, well formed, under status 200: so many lines of the body alone. */
export function firstLines(count: number): Fault {
  return (response, answer) => {
    response.writeHead(200, answer.headers);
    response.end(`${answer.body.toString('utf8').split('\n').slice(0, count).join('\n')}\n`);
  };
}

/** The connection ends within the last cell, of an answer whose length nobody told. */
export const cutUntold: Fault = (response, answer) => {
  const head = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  response.socket?.write(`HTTP/1.1 200 OK\r\n${head.join('')}connection: close\r\n\r\n`);
  response.socket?.end(answer.body.subarray(0, -3));
};

/** More is promised than comes. */
export const lessThanPromised: Fault = (response, answer) => {
  response.writeHead(200, {
    ...answer.headers,
    'content-length': String(answer.body.length + 100),
    connection: 'close',
  });
  response.write(answer.body, () => response.destroy());
};

/** A compressed stream that lacks its end, in a body that is whole. */
export const cutGzip: Fault = (response, answer) => {
  const compressed = gzipSync(answer.body);
  const part = compressed.subarray(0, compressed.length - 20);
  response.writeHead(200, {
    ...answer.headers,
    'content-encoding': 'gzip',
    'content-length': String(part.length),
  });
  response.end(part);
};

/** Says nothing at all. */
export const silence: Fault = () => {};

/** Begins to answer, and stops. */
export const standstill: Fault = (response, answer) => {
  response.writeHead(200, answer.headers);
  response.write(answer.body.subarray(0, 10));
};

/** A byte now and then, for ever. */
export const drip: Fault = (response, answer) => {
  response.writeHead(200, answer.headers);
  const timer = setInterval(() => response.write('x'), 50);
  response.on('close', () => clearInterval(timer));
};

/** A body without end. */
export const endless: Fault = (response, answer) => {
  response.writeHead(200, answer.headers);
  const part = Buffer.alloc(64 * 1024, 'x');
  const pour = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', pour);
  pour();
};

/** A little that unpacks into so many bytes. */
export function bomb(bytes: number): Fault {
  const compressed = gzipSync(Buffer.alloc(bytes, ' '));
  return (response, answer) => {
    response.writeHead(200, { ...answer.headers, 'content-encoding': 'gzip' });
    response.end(compressed);
  };
}

export function redirect(to: string, code = 302): Fault {
  return status(code, { location: to });
}
