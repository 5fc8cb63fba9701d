import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { openTokens } from '../../../store/tokens/tokens.ts';
import { makeCommand } from '../../help.ts';
import { lookedAtOption, readCount, referenceOption } from '../../options.ts';
import { tell } from '../../output/print.ts';
import { runService } from './running-service.ts';

interface ExploreFlags {
  db: string;
  awaited?: string;
  reference: string;
  port?: number;
  open?: true;
}

/** Only this machine can connect. */
const HOST = '127.0.0.1';
/** The usual port. It stays the same, so that the browser finds its tabs and bookmarks again. */
const PORT = 8642;
/** Kept in memory only, so that its tokens end with the service. */
const IN_MEMORY = ':memory:';

/** The programs that open an address in the usual browser, by system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // the empty text is the title of the window
  win32: ['cmd', '/c', 'start', '""'],
};

/** `allocations explore`: shows the dataset in a browser on this machine, until SIGTERM or Ctrl-C. */
export function exploreCommand(config: Config): Command {
  return makeCommand('explore', {
    description: 'Show the dataset in a browser on this machine',
    options: [
      new Option('--open', 'Open the browser'),
      new Option(
        '--port <n>',
        `Port to listen on. 0 picks a free one. Default: ${PORT}, or a free one if another program uses it`,
      ).argParser(readCount(0, 65_535)),
      lookedAtOption(config),
      referenceOption(config),
    ],
    examples: ['allocations explore --open'],
  }).action((flags: ExploreFlags) => explore(flags, config));
}

async function explore(flags: ExploreFlags, { rateLimit, version }: Config): Promise<void> {
  // loading the service takes seconds
  tell('Starting the explorer…');
  const tokens = openTokens(IN_MEMORY);
  const token = tokens.create('explore', null);
  // the history of a browser keeps the address, so the code in it works once
  let [code, address] = [randomUUID(), ''];
  const page = () => `${address}/#explore=${code}`;
  const port = flags.port ?? ((await isFree(PORT)) ? PORT : 0);
  await runService(
    { ...flags, port, host: HOST, rateLimit, logLevel: 'warn' },
    {
      programVersion: version,
      readers: '*',
      openTokens: () => tokens,
      tradeCode: (given) => {
        if (given !== code) return null;
        code = randomUUID();
        tell(`That address is used now. To open another browser: ${page()}`);
        return token;
      },
      announce: (served) => {
        address = served.address;
        tell(`Open ${page()} to explore ${flags.db}. Press Ctrl-C to stop.`);
        if (flags.open) openBrowser(page());
      },
    },
  );
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, HOST), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Opens a file that leads to the page: all users of the machine see the arguments of a program, and with them a code. */
function openBrowser(page: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-explore-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'open.html');
  const content = `<!DOCTYPE html><meta http-equiv="refresh" content="0; url=${page}"><a href="${page}">Explore</a>\n`;
  writeFileSync(file, content, { mode: 0o600 });
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const browser = spawn(program, [...before, file], { detached: true, stdio: 'ignore' });
  browser.on('error', () => tell('Cannot start a browser. Open the address yourself.'));
  browser.unref();
}
