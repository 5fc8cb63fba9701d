import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { formatTime } from '../../../domain/text/wording.ts';
import { openTokens, type StoredToken, type Tokens, tokenFileOf } from '../../../store/tokens/tokens.ts';
import { makeCommand } from '../../help.ts';
import { databaseOption, jsonOption, tokensOption } from '../../options.ts';
import { formatTable, oneLine, print, printError, printJson } from '../../output/print.ts';

const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
  y: 365 * 24 * HOUR_MS,
};
const DURATION = /^(\d{1,5})([hdwy])$/;
const LAST_YEAR = 9999;
const day = z.iso.date();

interface TokenFlags {
  db: string;
  tokens?: string;
}

/** `allocations token`: the access tokens of the service. */
export function tokenCommand(config: Config): Command {
  const places = [databaseOption(config), tokensOption(config)];
  return makeCommand('token', {
    description: 'Create, list and revoke access tokens of the service',
    examples: ['allocations token create dashboard --expires 90d', 'allocations token list'],
  })
    .addCommand(createCommand(places))
    .addCommand(listCommand(places))
    .addCommand(feedKeyCommand(places))
    .addCommand(revokeCommand(places));
}

function createCommand(places: readonly Option[]): Command {
  return makeCommand('create', {
    description: 'Create a token, and print it once',
    arguments: { '<name>': 'Who or what the token is for' },
    options: [
      new Option(
        '--expires <when>',
        'How long it is valid (24h, 90d, 12w, 1y), or its last day in UTC (2027-01-31). Default: until revoked',
      ).argParser(readExpiry),
      ...places,
    ],
    examples: [
      'allocations token create dashboard',
      'TOKEN=$(allocations token create dashboard --expires 90d)',
    ],
  }).action((name: string, { expires, ...flags }: TokenFlags & { expires?: Date }) => {
    const until = expires ? formatTime(expires.toISOString()) : 'you revoke it';
    print(useTokens(flags, (tokens) => tokens.create(name, expires ?? null)));
    printError(
      `Store the token of "${oneLine(name)}" now: it is not shown again. It is valid until ${until}. Send it in the header: Authorization: Bearer <token>`,
    );
  });
}

function listCommand(places: readonly Option[]): Command {
  return makeCommand('list', {
    description: 'List all tokens, including expired and revoked ones',
    options: [jsonOption(), ...places],
    examples: ['allocations token list', 'allocations token list --json'],
  }).action(({ json, ...flags }: TokenFlags & { json?: true }) => {
    requireTokenFile(flags);
    const tokens = useTokens(flags, (tokens) => tokens.list());
    if (json) printJson({ tokens });
    else print(formatTokens(tokens));
  });
}

function feedKeyCommand(places: readonly Option[]): Command {
  return makeCommand('feed-key', {
    description: 'Print the key that opens the feed of updates, and nothing else',
    arguments: { '<name-or-id>': 'Name or id of an active token. The key ends with it' },
    options: places,
    examples: ['allocations token feed-key dashboard'],
  }).action((nameOrId: string, flags: TokenFlags) => {
    requireTokenFile(flags);
    print(useTokens(flags, (tokens) => tokens.feedKey(nameOrId) ?? unknown('active ', nameOrId, tokens)));
    printError('Add it to the address of the feed: /updates.atom?key=<key>');
  });
}

function revokeCommand(places: readonly Option[]): Command {
  return makeCommand('revoke', {
    description: 'Revoke a token permanently',
    arguments: { '<name-or-id>': 'Name or id, as "allocations token list" shows them' },
    options: places,
    examples: ['allocations token revoke dashboard'],
  }).action((nameOrId: string, flags: TokenFlags) => {
    requireTokenFile(flags);
    const { id, name, revoked_at } = useTokens(
      flags,
      (tokens) => tokens.revoke(nameOrId) ?? unknown('', nameOrId, tokens),
    );
    print(`Revoked the token ${id} of "${oneLine(name)}" at ${timeOrNone(revoked_at)}.`);
  });
}

/**
 * Reads a duration like `90d` from now, or a last day like `2027-01-31` (UTC). A year has 365 days.
 * Returns null if the text is neither, or the time is in the past.
 */
export function parseExpiry(text: string, now: Date): Date | null {
  const [, count, unit = ''] = DURATION.exec(text) ?? [];
  const expiry = day.safeParse(text).success
    ? new Date(`${text}T23:59:59.999Z`)
    : new Date(now.getTime() + Number(count) * (UNIT_MS[unit] ?? Number.NaN));
  return expiry > now && expiry.getUTCFullYear() <= LAST_YEAR ? expiry : null;
}

function readExpiry(text: string): Date {
  const expiry = parseExpiry(text, new Date());
  if (!expiry) {
    throw new InvalidArgumentError('Give a duration (24h, 90d, 12w, 1y), or a future day like 2027-01-31.');
  }
  return expiry;
}

function tokenFile({ db, tokens }: TokenFlags): string {
  return tokens ?? tokenFileOf(db);
}

function useTokens<Result>(flags: TokenFlags, use: (tokens: Tokens) => Result): Result {
  const tokens = openTokens(tokenFile(flags));
  try {
    return use(tokens);
  } finally {
    tokens.close();
  }
}

/** Throws an `OperatorError` if the file is missing: its name may be mistyped. */
function requireTokenFile(flags: TokenFlags): void {
  const file = tokenFile(flags);
  if (existsSync(file)) return;
  throw new OperatorError(
    `${file} does not exist. Create a token first: allocations token create <name>`,
    USAGE,
  );
}

function unknown(which: 'active ' | '', nameOrId: string, tokens: Tokens): never {
  const usable = tokens.list().filter(({ state }) => which === '' || state === 'active');
  const known = usable.flatMap(({ id, name }) => [name, id]);
  const nearest = known.length > 0 ? ` Did you mean "${closest(nameOrId, known)}"?` : '';
  throw new OperatorError(`No ${which}token has the id or name "${nameOrId}".${nearest}`, USAGE);
}

function timeOrNone(time: string | null): string {
  return time === null ? '-' : formatTime(time);
}

function formatTokens(tokens: readonly StoredToken[]): string {
  if (tokens.length === 0) return 'No tokens.';
  const head = ['id', 'name', 'created', 'expires', 'last used', 'state'];
  const rows = tokens.map(({ id, name, created_at, expires_at, last_used_at, state }) => [
    id,
    name,
    formatTime(created_at),
    timeOrNone(expires_at),
    timeOrNone(last_used_at),
    state,
  ]);
  return formatTable(head, rows);
}
