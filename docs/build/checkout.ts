import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandLines, isNotRun, type ShownCommands, shownCommands } from './shown-commands.ts';

/** The address the pages show for the service. */
const SHOWN_ADDRESS = '127.0.0.1:8080';
const SEPARATOR = '\u001e';
/** What a checkout needs to run the program. */
const OF_PROGRAM = [
  '.config',
  'dist',
  'fixtures',
  'data/reference',
  'package.json',
  'src/store/migrations',
  'src/store/token-migrations',
];
/** What it needs to build the program. */
const OF_BUILD = ['src', 'package-lock.json', 'tsconfig.json'];

/** A checkout in a temporary folder, with the sample and reports loaded; commands of pages run in copies of it. */
export class Checkout {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes a checkout. `dist` must be built. */
  static create(): Checkout {
    const checkout = Checkout.#empty([...OF_PROGRAM, ...OF_BUILD]);
    checkout.#run('npm start');
    // what the reader loaded before: the same figures, without the notes that say that they are invented
    checkout.#copySample('', 'own');
    checkout.#run('node dist/cli/main.js ingest own && rm -r own');
    return checkout;
  }

  static #empty(copied: readonly string[]): Checkout {
    const folder = mkdtempSync(join(tmpdir(), 'allocations-docs-'));
    mkdirSync(join(folder, 'data'));
    for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const checkout = new Checkout(folder);
    // the home folder of the pages' reader, who has downloaded reports
    checkout.#copySample('tx', 'Downloads/reports');
    return checkout;
  }

  #copySample(state: string, to: string): void {
    cpSync(join('fixtures/sample/reports', state), join(this.folder, to), {
      recursive: true,
      filter: (path) => !path.endsWith('.origin.json'),
    });
  }

  /** A copy in which a page's commands run; without the sample if the page loads it itself. */
  copyFor(page: string): Checkout {
    const copy = Checkout.#empty(OF_PROGRAM);
    if (!/^npm start\b/m.test(page))
      cpSync(join(this.folder, 'data'), join(copy.folder, 'data'), { recursive: true });
    return copy;
  }

  #run(command: string): void {
    execFileSync('bash', ['-c', command], { cwd: this.folder, env: environment(this.folder), stdio: 'pipe' });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs the commands of a page in order, and gives what each block printed. */
export async function runPage(loaded: Checkout, page: string): Promise<string[]> {
  const blocks = shownCommands(page);
  const isRun = blocks.some(({ commands }) => commandLines(commands).some((line) => !isNotRun(line)));
  if (!isRun) return blocks.map(() => '');
  const checkout = loaded.copyFor(page);
  try {
    return await runBlocks(checkout, blocks);
  } finally {
    checkout.remove();
  }
}

/** Runs blocks as one shell, so that they share variables and services. */
async function runBlocks(checkout: Checkout, blocks: readonly ShownCommands[]): Promise<string[]> {
  const port = await freePort();
  const script = join(checkout.folder, '.commands.sh');
  writeFileSync(script, scriptOf(blocks).replaceAll(SHOWN_ADDRESS, `127.0.0.1:${port}`));
  const log = join(checkout.folder, '.commands.log');
  const shell = spawn('bash', ['-c', `exec bash ${script} >${log} 2>&1`], {
    cwd: checkout.folder,
    env: environment(checkout.folder, port),
    stdio: 'ignore',
    // a group of its own, so that what stays in the background can be ended
    detached: true,
  });
  const status = await new Promise((done) => shell.on('exit', done));
  if (shell.pid) endGroup(shell.pid);
  const printed = readFileSync(log, 'utf8')
    .replaceAll(`127.0.0.1:${port}`, SHOWN_ADDRESS)
    .replaceAll(/^allocations: This is the sample, .*\n/gm, '')
    .replaceAll(checkout.folder, '/home/me');
  if (status !== 0) throw new Error(`a shown command failed:\n${printed.split(SEPARATOR).at(-1)}`);
  return printed.split(SEPARATOR).slice(1);
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // no process of the group is left
  }
}

function environment(folder: string, port?: number): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:ALLOCATIONS_|npm_)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}`,
    HOME: folder,
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    ...(port !== undefined && { ALLOCATIONS_PORT: `${port}` }),
  };
}

/**
 * One script of all blocks. `npx --no allocations` runs the built command without npm, which takes a second each time, and
 * `npm start` loads the sample without building the command again.
 */
function scriptOf(blocks: readonly ShownCommands[]): string {
  const head = [
    'npx() { if [ "$2" = allocations ]; then shift 2; node dist/cli/main.js "$@"; else command npx "$@"; fi; }',
    'npm() { if [ "$1" = start ]; then node .config/tour.js; else command npm "$@"; fi; }',
    `ready() { until curl -s -o /dev/null http://${SHOWN_ADDRESS}/healthz; do kill -0 $service; sleep 0.1; done; }`,
    // each service takes the place of the one before
    'stop() { if [ -n "$service" ]; then kill $service 2>/dev/null || :; wait $service; service=; fi; }',
  ];
  const parts = blocks.map(({ commands, exit }) => {
    const lines = commands
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => (isNotRun(line) ? ':' : inBackground(line)))
      .join('\n');
    const body = `{\n:\n${lines}\n}`;
    const expected = exit === 0 ? body : `set +e\n${body}\nstatus=$?\nset -e\n[ $status = ${exit} ]`;
    return `printf '${SEPARATOR}'\n${expected}`;
  });
  return ['set -eo pipefail', ...head, ...parts, 'stop'].join('\n');
}

/** A service runs beside the commands that follow it. */
function inBackground(line: string): string {
  return /^node dist\/cli\/main\.js serve\b/.test(line)
    ? `stop\n${line.replace(/ &.*$/, '')} >service.log 2>&1 &\nservice=$!\nready`
    : line;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
