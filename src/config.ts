import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import * as z from 'zod';
import { OperatorError, USAGE } from './domain/operator-error.ts';
import { packageFile } from './domain/package-file.ts';

/** The most reports that a run can read at a time. */
export const MOST_CONCURRENT = 64;

/** How many reports a run reads at a time by default. */
export const USUAL_CONCURRENCY = Math.min(4, availableParallelism());

/** The most days that the dataset can keep records of runs: a hundred years. */
export const MOST_DAYS = 36_500;

/** Whether a text can be a path. Excludes `:memory:`, a database that would be lost at the end. */
export function isPath(text: string): boolean {
  return text.trim() !== '' && text !== ':memory:';
}

/** The highest rate limit: requests a minute for each token. */
export const HIGHEST_RATE = 1_000_000;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** How the address of a PostgreSQL server begins. */
export const POSTGRES_URL = /^postgres(?:ql)?:\/\//i;

const path = z.string().refine(isPath, 'must be a path');

function count(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

/** A setting without a default. An empty value counts as unset, as in an environment file to fill in. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
}

/** Environment variables: the defaults of command line options. */
const environment = z.object({
  ALLOCATIONS_DB: path.default('data/allocations.sqlite'),
  ALLOCATIONS_TOKENS: optional(path),
  ALLOCATIONS_ARCHIVE: optional(path),
  ALLOCATIONS_QUARANTINE: optional(path),
  ALLOCATIONS_LAYOUTS: optional(path),
  ALLOCATIONS_REFERENCE: path.default(packageFile('data/reference')),
  ALLOCATIONS_INBOX: path.default('data/inbox'),
  ALLOCATIONS_PORTALS: path.default(packageFile('data/reference/portals.json')),
  ALLOCATIONS_SOCRATA_TOKEN: optional(z.string().regex(/^[\x21-\x7e]+$/, 'must be a token without blanks')),
  ALLOCATIONS_NOTIFY_COMMAND: optional(z.string().refine((text) => text.trim() !== '', 'must be a command')),
  ALLOCATIONS_PG_URL: optional(z.string().regex(POSTGRES_URL, 'must start with postgres://')),
  ALLOCATIONS_CONCURRENCY: count(1, MOST_CONCURRENT).default(USUAL_CONCURRENCY),
  ALLOCATIONS_KEEP_RUNS: count(1, MOST_DAYS).default(400),
  ALLOCATIONS_HOST: z.string().min(1, 'must be an address').default('127.0.0.1'),
  ALLOCATIONS_PORT: count(0, 65_535).default(8080),
  ALLOCATIONS_RATE_LIMIT: count(1, HIGHEST_RATE).default(600),
  ALLOCATIONS_TRUST_PROXY: optional(z.string()),
  ALLOCATIONS_BASE_PATH: optional(z.string()),
  ALLOCATIONS_ALLOW_ORIGIN: optional(z.string()),
  ALLOCATIONS_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** The usual environment variables for proxies. The lowercase form wins over the uppercase form. */
const PROXY_SETTINGS = { http: 'HTTP_PROXY', https: 'HTTPS_PROXY', none: 'NO_PROXY' } as const;

/** The settings that command line options can override. */
export interface Config {
  database: string;
  tokens: string | undefined;
  archive: string | undefined;
  quarantine: string | undefined;
  layouts: string | undefined;
  reference: string;
  /** The folder for downloaded reports. */
  inbox: string;
  /** The file that lists what to download. */
  portals: string;
  /** Sent only to Socrata portals. */
  socrataToken: string | null;
  /** Unchecked proxy addresses by protocol, and the hosts that need no proxy. Empty means none. */
  proxies: { http: string; https: string; none: string };
  /** The command to run if an update needs a person. */
  notifyCommand: string | undefined;
  /** The address of the PostgreSQL server to publish to. It may contain a password. */
  postgres: string | undefined;
  concurrency: number;
  keepRuns: number;
  host: string;
  port: number;
  rateLimit: number;
  trustProxy: string | undefined;
  basePath: string | undefined;
  allowOrigin: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
  version: string;
}

/** Reads the environment. Throws an `OperatorError` that names each wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [name], message }) => {
      const setting = String(name);
      return `${setting} ${message}${env[setting] === '' ? ', not empty. Remove it to use the default' : ''}`;
    });
    throw new OperatorError(`${faults.join('. ')}.`, USAGE);
  }
  const settings = parsed.data;
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return {
    database: settings.ALLOCATIONS_DB,
    tokens: settings.ALLOCATIONS_TOKENS,
    archive: settings.ALLOCATIONS_ARCHIVE,
    quarantine: settings.ALLOCATIONS_QUARANTINE,
    layouts: settings.ALLOCATIONS_LAYOUTS,
    reference: settings.ALLOCATIONS_REFERENCE,
    inbox: settings.ALLOCATIONS_INBOX,
    portals: settings.ALLOCATIONS_PORTALS,
    socrataToken: settings.ALLOCATIONS_SOCRATA_TOKEN ?? null,
    proxies: readProxies(env),
    notifyCommand: settings.ALLOCATIONS_NOTIFY_COMMAND,
    postgres: settings.ALLOCATIONS_PG_URL,
    concurrency: settings.ALLOCATIONS_CONCURRENCY,
    keepRuns: settings.ALLOCATIONS_KEEP_RUNS,
    host: settings.ALLOCATIONS_HOST,
    port: settings.ALLOCATIONS_PORT,
    rateLimit: settings.ALLOCATIONS_RATE_LIMIT,
    trustProxy: settings.ALLOCATIONS_TRUST_PROXY,
    basePath: settings.ALLOCATIONS_BASE_PATH,
    allowOrigin: settings.ALLOCATIONS_ALLOW_ORIGIN,
    logLevel: settings.ALLOCATIONS_LOG_LEVEL,
    version,
  };
}

function readProxies(env: NodeJS.ProcessEnv): Config['proxies'] {
  const read = (setting: string) => env[setting.toLowerCase()] ?? env[setting] ?? '';
  const address = (setting: string) => {
    const text = read(setting);
    return text === '' || text.includes('://') ? text : `http://${text}`;
  };
  const { http, https, none } = PROXY_SETTINGS;
  return { http: address(http), https: address(https), none: read(none) };
}

/** Throws an `OperatorError` if the address of a proxy is not valid. */
export function requireProxies(proxies: Config['proxies']): void {
  const isProxy = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  const wrong = (['http', 'https'] as const).find((name) => proxies[name] !== '' && !isProxy(proxies[name]));
  if (wrong === undefined) return;
  const setting = PROXY_SETTINGS[wrong];
  // does not repeat the value, which may contain a password
  throw new OperatorError(
    `${setting} (or ${setting.toLowerCase()}) must be the address of a proxy, such as http://proxy.example:3128.`,
    USAGE,
  );
}
