import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { expect, onTestFinished } from 'vitest';
import { buildService, type ServiceOptions } from '../../src/api/server.ts';
import type { RunOptions } from '../../src/pipeline/open-run.ts';
import type { RunSummary } from '../../src/pipeline/summary.ts';
import { readRegisters } from '../../src/registers/registers.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';
import { createPipelineRig, type PipelineRig } from './pipeline-rig.ts';

export type Files = Readonly<Record<string, string>>;
type Reports = Readonly<Record<string, string | Buffer>>;

/** A folder with a dataset that the pipeline loads, until somebody removes it. */
export interface DatasetRig extends PipelineRig {
  /** Writes reports and loads them in one run. The run must refuse none. */
  load(reports: Reports, options?: Partial<RunOptions>): Promise<RunSummary>;
  remove(): void;
}

/** Makes a temporary folder with an empty dataset; `registers` are the files of its reference folder. */
export function createDatasetRig(registers: Files = {}): DatasetRig {
  let remove = () => {};
  const rig = createPipelineRig((done) => {
    remove = done;
  });
  const reference = join(rig.folder, 'reference');
  for (const [name, content] of Object.entries(registers)) writeFileSync(join(reference, name), content);
  return {
    ...{ ...rig, remove },
    load: async (reports, options = {}) => {
      const files = Object.entries(reports).map(([name, content]) => rig.write(name, content));
      const summary = await rig.run({ files, registers: readRegisters(reference), ...options });
      expect(summary.reports.filter(({ status }) => status === 'refused')).toEqual([]);
      // services check for a new version every 25 milliseconds
      await setTimeout(35);
      return summary;
    },
  };
}

/** The token that `startService` accepts by default. */
export const TOKEN = 'sta_0123abcd_the-token-of-the-tests-it-has-43-characters';

/** The `Host` header that `get` sends. */
export const HOST = 'allocations.test';

/** A service of a dataset, without a socket. */
export interface Service {
  app: FastifyInstance;
  /** All log lines so far. */
  log: string[];
  /** Sends a request with the token. */
  get(url: string, headers?: InjectOptions['headers']): Promise<LightMyRequestResponse>;
  /** Sends a request with the token, expects status 200 and returns the JSON. */
  json<Body>(url: string): Promise<Body>;
  close(): Promise<void>;
}

/** Serves a dataset to one token, with a limit of 100,000 requests a minute. */
export async function startService(
  database: string,
  options: Partial<ServiceOptions> = {},
): Promise<Service> {
  const dataset = openForReading(database);
  const log: string[] = [];
  const app = await buildService({
    reader: openReader(dataset),
    verifyToken: (text) => (text === TOKEN ? { id: '0123abcd', name: 'tests' } : null),
    rateLimit: 100_000,
    trustedProxies: [],
    programVersion: 'test',
    logger: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    ...options,
  });
  const get: Service['get'] = (url, headers = {}) =>
    app.inject({ url, headers: { host: HOST, authorization: `Bearer ${TOKEN}`, ...headers } });
  return {
    app,
    log,
    get,
    json: async (url) => {
      const { statusCode, body } = await get(url);
      if (statusCode !== 200) expect.fail(`${url} answered ${statusCode}: ${body}`);
      return JSON.parse(body);
    },
    close: async () => {
      await app.close();
      dataset.close();
    },
  };
}

/** Expects 422 for this parameter alone. Returns what is said of it. */
export async function refusalBy(service: Service, url: string, parameter: string): Promise<string> {
  const { statusCode, headers, body } = await service.get(url);
  const parsed = JSON.parse(body);
  const expected = {
    message: expect.stringContaining(parameter),
    errors: { [parameter]: [expect.any(String)] },
  };
  expect({ url, statusCode, parsed }).toEqual({ url, statusCode: 422, parsed: expected });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const [text] = parsed.errors[parameter];
  expect(text).not.toMatch(/undefined|invalid input/i);
  return text;
}

export interface Page<Item = Record<string, unknown>> {
  data: Item[];
  links: { first: string; last: string; prev: string | null; next: string | null };
  meta: Record<'current_page' | 'last_page' | 'per_page' | 'total', number> &
    Record<'from' | 'to', number | null>;
}

/** A record of any state, with the members that tests read. */
export interface Allocation {
  dates: Record<'allocation_period' | 'revenue_period' | 'sales_period' | 'formatted', string>;
  jurisdiction?: { id: number };
  entity?: { id: number };
}

/** Returns jurisdiction and month of a record: `60001990 2024-05`. */
export function keyOf({ dates, jurisdiction, entity }: Allocation): string {
  return `${(jurisdiction ?? entity)?.id} ${dates.allocation_period.slice(0, 7)}`;
}

/** Returns every record of a list by following `links.next`. Checks that each page continues the one before. */
export async function walk<Item = Allocation>(service: Service, url: string): Promise<Item[]> {
  const records: Item[] = [];
  let next: string | null = url;
  while (next !== null) {
    const { data, links, meta }: Page<Item> = await service.json(next.replace(`http://${HOST}`, ''));
    expect(meta.from).toBe(data.length === 0 ? null : records.length + 1);
    records.push(...data);
    expect(meta.to).toBe(data.length === 0 ? null : records.length);
    expect(links.next === null).toBe(records.length === meta.total);
    next = links.next;
  }
  return records;
}

export const CA = '/api/ca/sales-tax/allocations';
export const TX = '/api/tx/sales-tax/allocations';
export const TX_HEADED = '/tx/sales-tax-allocations';
export const TX_SHORT = '/api/tx/sales-tax-allocations';
export const JURISDICTIONS = '/api/jurisdictions';

/** Lets a service listen on this machine. Returns its port. */
export async function listenLocally(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export function requestText(path: string, ...headers: string[]): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
}

/** Opens a connection that reads nothing by itself, and sends a text. The connection ends with the test. */
export async function sendText(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Resolves when a connection ends: `true` if it breaks off. */
export function isBroken(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on('close', resolve);
  });
}

/** A figure of a record by name: value, the one before, the change, and the reasons in words. */
export function figureIn(record: Readonly<Record<string, unknown>> | undefined, name: string) {
  const figure = record?.[name] as
    | { value: number | null; ago: number | null; change: number | null; reasons: { text: string }[] }
    | undefined;
  return [figure?.value, figure?.ago, figure?.change, figure?.reasons.map(({ text }) => text)];
}
