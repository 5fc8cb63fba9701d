import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { openTokens, tokenFileOf } from '../../../store/tokens/tokens.ts';
import { makeCommand } from '../../help.ts';
import { tell } from '../../output/print.ts';
import { runService } from './running-service.ts';
import { originOf, requireLoopback, type ServeFlags, serveOptions } from './serve-options.ts';

/** `allocations serve`: serves the dataset over HTTP until SIGTERM or Ctrl-C. */
export function serveCommand(config: Config): Command {
  return makeCommand('serve', {
    description: 'Serve the dataset and the explorer over HTTP, read-only',
    options: serveOptions(config),
    examples: ['allocations token create me && allocations serve', 'allocations serve --no-auth --port 9000'],
  }).action((flags: ServeFlags) => serve(flags, config.version));
}

async function serve(flags: ServeFlags, programVersion: string): Promise<void> {
  if (!flags.auth) requireLoopback(flags.host);
  const file = flags.tokens ?? tokenFileOf(flags.awaited ?? flags.db);
  await runService(flags, {
    programVersion,
    readers: flags.auth ? '*' : originOf(flags.allowOrigin),
    openTokens: () => (flags.auth ? openTokens(file) : null),
    announce: ({ address, hasToken }) => {
      tell(`Serving ${flags.db} at ${address} (documentation: ${address}/docs). Press Ctrl-C to stop.`);
      if (!flags.auth) tell('Warning: --no-auth serves everyone who can reach this address.');
      else if (!hasToken)
        tell(`No token exists yet. Create one: allocations token create <name> --tokens "${file}"`);
    },
  });
}
