import { Option } from 'commander';
import * as z from 'zod';
import { readBasePath } from '../../../api/http/addresses.ts';
import { type Config, HIGHEST_RATE, LOG_LEVELS } from '../../../config.ts';
import { isLoopback } from '../../../domain/loopback.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { SettingOption } from '../../help.ts';
import { lookedAtOption, readCount, readPath, referenceOption, tokensOption } from '../../options.ts';

export interface ServeFlags {
  db: string;
  /** The dataset that takes the place of the sample once it has a report. */
  awaited?: string;
  reference: string;
  tokens?: string;
  files?: string;
  host: string;
  port: number;
  auth: boolean;
  allowOrigin?: string;
  rateLimit: number;
  trustProxy?: string;
  basePath?: string;
  logLevel: string;
}

export function serveOptions(config: Config): Option[] {
  return [
    new Option(
      '--files <dir>',
      'Offer the Parquet files of this folder under /files: those that publish --format parquet wrote last',
    ).argParser(readPath),
    new Option('--no-auth', 'Serve without tokens. Allowed only on a loopback address'),
    new SettingOption(
      '--allow-origin <origin>',
      'ALLOCATIONS_ALLOW_ORIGIN',
      'With --no-auth: the origin whose pages may read answers and show the views below /embed/, for example http://localhost:3000. Default: none but the explorer',
    ).default(config.allowOrigin),
    new SettingOption('--host <address>', 'ALLOCATIONS_HOST', 'Address to listen on').default(config.host),
    new SettingOption('--port <n>', 'ALLOCATIONS_PORT', 'Port to listen on. 0 picks a free one')
      .default(config.port)
      .argParser(readCount(0, 65_535)),
    lookedAtOption(config),
    referenceOption(config),
    tokensOption(config),
    new SettingOption(
      '--rate-limit <n>',
      'ALLOCATIONS_RATE_LIMIT',
      'Requests a minute for each token, or for each address with --no-auth',
    )
      .default(config.rateLimit)
      .argParser(readCount(1, HIGHEST_RATE)),
    new SettingOption(
      '--trust-proxy <addresses>',
      'ALLOCATIONS_TRUST_PROXY',
      'Proxies whose X-Forwarded headers count: addresses and networks, separated by commas',
    ).default(config.trustProxy),
    new SettingOption(
      '--base-path <path>',
      'ALLOCATIONS_BASE_PATH',
      'Path under which a proxy offers the service, for example /sales-tax',
    ).default(config.basePath),
    new SettingOption(
      '--log-level <level>',
      'ALLOCATIONS_LOG_LEVEL',
      'Least severe level to log. The log goes to stdout as JSON lines',
    )
      .default(config.logLevel)
      .choices(LOG_LEVELS),
  ];
}

/** Without tokens, only this machine may connect. */
export function requireLoopback(host: string): void {
  if (!isLoopback(host)) {
    const message = `--no-auth is allowed only on a loopback address, and ${host} is not one. Leave out --host or --no-auth.`;
    throw new OperatorError(message, USAGE);
  }
}

/** The origin whose pages may read answers without a token; `null`: only the explorer may. */
export function originOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (z.url({ protocol: /^https?$/ }).safeParse(text).success && new URL(text).origin === text) return text;
  const message = `--allow-origin: "${text}" is not an origin. Write it as http://localhost:3000, without a path.`;
  throw new OperatorError(message, USAGE);
}

export function basePathOf(text = ''): string {
  const path = readBasePath(text);
  if (path === null) {
    const message = `--base-path: "${text}" is not a path. Start with a slash, and use letters, digits and . _ ~ - between slashes, for example /sales-tax.`;
    throw new OperatorError(message, USAGE);
  }
  return path;
}

/** A network of all addresses would trust every client, and the library that matches addresses rejects it. */
const isSome = (network: string) => !network.endsWith('/0');

const proxy = z.union([
  z.ipv4(),
  z.ipv6(),
  z.cidrv4().refine(isSome),
  z.cidrv6().refine(isSome),
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
]);

export function proxiesOf(text: string | undefined): string[] {
  const proxies = (text ?? '').split(',').map((name) => name.trim());
  const given = proxies.filter((name) => name !== '');
  const wrong = given.find((name) => !proxy.safeParse(name).success);
  if (wrong === undefined) return given;
  throw new OperatorError(
    `--trust-proxy: "${wrong}" is not an address. Give addresses and networks separated by commas, for example 127.0.0.1,10.0.0.0/8.`,
    USAGE,
  );
}
