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

/** The address of a server in any notation, or a mistyped one. One letter and a colon are a drive of Windows. */
const SERVER_ADDRESS =
  /^[\s"']*(?:[a-z][\w+.:-]+:\/|postgres(?:ql)?(?::|\/\/)|[^/\\\s:]+:[^/\\\s]+@)|(?:^|[\s"'])(?:host(?:addr)?|port|dbname|user|\w*password|passfile|service)\s*=/i;

/** Whether a text is meant as the address of a server. It may contain a password, so no message repeats it. */
export function isServerAddress(text: string): boolean {
  return SERVER_ADDRESS.test(text);
}

/** Whether a text can be a path. Excludes `:memory:`, a database that would be lost at the end. */
export function isPath(text: string): boolean {
  return text.trim() !== '' && text !== ':memory:' && !isServerAddress(text);
}

/** The highest rate limit: requests a minute for each token. */
export const HIGHEST_RATE = 1_000_000;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** How the address of a PostgreSQL server begins. */
export const POSTGRES_URL = /^postgres(?:ql)?:\/\//i;

/** A carriage return of an environment file of Windows, a copied blank, or quotation marks that no shell took away. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it finds
const UNCLEAN_PATH = /[\x00-\x1f\x7f]|^\s|\s$|^["']|["']$/;

/** What is wrong with a path; `null` if nothing is. The library that opens the dataset would trim such a name, and nothing else would. */
export function faultOfPath(text: string): string | null {
  if (!isPath(text)) return 'must be a path';
  if (!UNCLEAN_PATH.test(text)) return null;
  return 'must be a path without control characters, and without blanks or quotation marks at its ends';
}

const path = z.string().superRefine((text, context) => {
  const message = faultOfPath(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

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

/** A setting of the environment. */
function from<Schema extends z.ZodType>(variable: string, schema: Schema) {
  return schema.meta({ variable });
}

/** The settings that command line options can override. */
const settings = z.object({
  database: from('ALLOCATIONS_DB', path.default('data/allocations.sqlite')),
  tokens: from('ALLOCATIONS_TOKENS', optional(path)),
  archive: from('ALLOCATIONS_ARCHIVE', optional(path)),
  quarantine: from('ALLOCATIONS_QUARANTINE', optional(path)),
  layouts: from('ALLOCATIONS_LAYOUTS', optional(path)),
  reference: from('ALLOCATIONS_REFERENCE', path.default(packageFile('data/reference'))),
  /** The folder for downloaded reports. */
  inbox: from('ALLOCATIONS_INBOX', path.default('data/inbox')),
  /** The file that lists what to download. */
  portals: from('ALLOCATIONS_PORTALS', path.default(packageFile('data/reference/portals.json'))),
  /** Sent only to Socrata portals. */
  socrataToken: from(
    'ALLOCATIONS_SOCRATA_TOKEN',
    optional(z.string().regex(/^[\x21-\x7e]+$/, 'must be a token without blanks')).transform(
      (token) => token ?? null,
    ),
  ),
  /** The command to run if an update needs a person. */
  notifyCommand: from(
    'ALLOCATIONS_NOTIFY_COMMAND',
    optional(z.string().refine((text) => text.trim() !== '', 'must be a command')),
  ),
  /** The address of the PostgreSQL server to publish to. It may contain a password. */
  postgres: from(
    'ALLOCATIONS_PG_URL',
    optional(z.string().regex(POSTGRES_URL, 'must start with postgres://')),
  ),
  concurrency: from('ALLOCATIONS_CONCURRENCY', count(1, MOST_CONCURRENT).default(USUAL_CONCURRENCY)),
  keepRuns: from('ALLOCATIONS_KEEP_RUNS', count(1, MOST_DAYS).default(400)),
  host: from('ALLOCATIONS_HOST', z.string().min(1, 'must be an address').default('127.0.0.1')),
  port: from('ALLOCATIONS_PORT', count(0, 65_535).default(8080)),
  rateLimit: from('ALLOCATIONS_RATE_LIMIT', count(1, HIGHEST_RATE).default(600)),
  trustProxy: from('ALLOCATIONS_TRUST_PROXY', optional(z.string())),
  basePath: from('ALLOCATIONS_BASE_PATH', optional(z.string())),
  allowOrigin: from('ALLOCATIONS_ALLOW_ORIGIN', optional(z.string())),
  logLevel: from(
    'ALLOCATIONS_LOG_LEVEL',
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ),
});

/** The usual environment variables for proxies. The lowercase form wins over the uppercase form. */
const PROXY_SETTINGS = { http: 'HTTP_PROXY', https: 'HTTPS_PROXY', none: 'NO_PROXY' } as const;

export interface Config extends z.output<typeof settings> {
  /** Unchecked proxy addresses by protocol, and the hosts that need no proxy. Empty means none. */
  proxies: { http: string; https: string; none: string };
  version: string;
}

/** Reads the environment. Throws an `OperatorError` that names each wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const variables = Object.entries(settings.shape).map(
    ([name, schema]) => [name, `${schema.meta()?.variable}`] as const,
  );
  const variableOf = new Map<PropertyKey | undefined, string>(variables);
  const given = Object.fromEntries(variables.map(([name, variable]) => [name, env[variable]]));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [name], message }) => {
      const variable = variableOf.get(name) ?? '';
      return `${variable} ${message}${env[variable] === '' ? ', not empty. Remove it to use the default' : ''}`;
    });
    throw new OperatorError(`${faults.join('. ')}.`, USAGE);
  }
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return { ...parsed.data, proxies: readProxies(env), version };
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
