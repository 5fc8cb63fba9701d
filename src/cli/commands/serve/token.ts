import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { openTokens, type StoredToken, type Tokens, tokenFileOf } from '../../../store/tokens/tokens.ts';
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

/** `allocations token`: the access tokens of the list service. */
export function tokenCommand(config: Config): Command {
  const commands = [createCommand(), listCommand(), revokeCommand()];
  for (const command of commands) command.addOption(databaseOption(config)).addOption(tokensOption(config));
  const group = new Command('token')
    .description('create, list and revoke the access tokens of the list service')
    .addHelpText('after', '\nExample:\n  $ allocations token create dashboard --expires 90d');
  for (const command of commands) group.addCommand(command);
  return group;
}

function createCommand(): Command {
  return new Command('create')
    .description('make a token and print it, this once')
    .argument('<name>', 'whose it is, or what for')
    .addOption(
      new Option(
        '--expires <when>',
        'how long it is valid (24h, 90d, 12w, 1y), or its last day (2027-01-31, UTC); without it until revoked',
      ).argParser(readExpiry),
    )
    .addHelpText('after', '\nExample:\n  $ TOKEN=$(allocations token create dashboard --expires 90d)')
    .action((name: string, { expires, ...flags }: TokenFlags & { expires?: Date }) => {
      const until = expires ? expires.toISOString() : 'it is revoked';
      print(useTokens(flags, (tokens) => tokens.create(name, expires ?? null)));
      printError(
        `This token of "${oneLine(name)}" is shown this once and valid until ${until}; send it as the header Authorization: Bearer <token>`,
      );
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('show the tokens, also those that are expired or revoked')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ allocations token list --json')
    .action(({ json, ...flags }: TokenFlags & { json?: true }) => {
      requireTokenFile(flags);
      const tokens = useTokens(flags, ({ list }) => list());
      if (json) printJson({ tokens });
      else print(formatTokens(tokens));
    });
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('end a token for ever')
    .argument('<name-or-id>', 'as allocations token list shows them')
    .addHelpText('after', '\nExample:\n  $ allocations token revoke dashboard')
    .action((nameOrId: string, flags: TokenFlags) => {
      requireTokenFile(flags);
      const { id, name, revoked_at } = useTokens(flags, (tokens) => {
        requireKnown(tokens.list(), nameOrId);
        return tokens.revoke(nameOrId);
      });
      print(`The token ${id} of "${oneLine(name)}" is revoked since ${revoked_at}.`);
    });
}

/**
 * When something that is valid for `90d` from now, or to the end of `2027-01-31` (UTC), ends. A year is 365 days.
 * Null where the text is neither, or the time not to come.
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
    throw new InvalidArgumentError(
      'Give a duration in hours, days, weeks or years as 24h, 90d, 12w or 1y, or a day to come as 2027-01-31.',
    );
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

/** A mistyped file is not to be taken for one without tokens. */
function requireTokenFile(flags: TokenFlags): void {
  const file = tokenFile(flags);
  if (existsSync(file)) return;
  throw new OperatorError(
    `${file} does not exist; create a token first: allocations token create <name>`,
    USAGE,
  );
}

function requireKnown(tokens: readonly StoredToken[], nameOrId: string): void {
  const known = tokens.flatMap(({ id, name }) => [name, id]);
  if (known.includes(nameOrId)) return;
  const nearest = known.length > 0 ? `; the nearest is "${closest(nameOrId, known)}"` : '';
  throw new OperatorError(`no token has the id or name "${nameOrId}"${nearest}`, USAGE);
}

function formatTokens(tokens: readonly StoredToken[]): string {
  if (tokens.length === 0) return 'No tokens.';
  const head = ['id', 'name', 'created', 'expires', 'last used', 'state'];
  const rows = tokens.map(({ id, name, created_at, expires_at, last_used_at, state }) => [
    id,
    name,
    created_at,
    expires_at ?? '-',
    last_used_at ?? '-',
    state,
  ]);
  return formatTable(head, rows);
}
