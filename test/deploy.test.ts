import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CronExpressionParser } from 'cron-parser';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { requireKnown, wordsOf } from './rig/known-command.ts';

/** The files to run the program with elsewhere: each is parsed by what would run it, and names only what there is. */

const FOLDER = 'fixtures/deploy';
const UNITS = [
  'allocations-update.service',
  'allocations-update.timer',
  'allocations-publish.service',
  'allocations-serve.service',
];
const DROP_IN = 'allocations-publish-after-update.conf';
const NODE = '/usr/bin/node';

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Every setting that is named as one of the program's is one. */
function requireSettings(text: string): void {
  const settings = new Set(readFileSync('src/config.ts', 'utf8').match(/ALLOCATIONS_[A-Z_]+/g));
  for (const [name] of text.matchAll(/ALLOCATIONS_[A-Z_]+/g)) expect(settings).toContain(name);
}

test('these are all the files, and the guide names each', () => {
  const files = ['.env', '.crontab', '.sh', '.logrotate'].map((end) => `allocations${end}`);
  expect(readdirSync(FOLDER).sort()).toEqual(
    [...UNITS, DROP_IN, ...files, 'Containerfile', 'compose.yaml'].sort(),
  );
  const guide = readFileSync('docs/guides/keep-it-current.md', 'utf8');
  for (const file of readdirSync(FOLDER)) expect(guide).toContain(file);
});

const hasSystemd = existsSync('/usr/bin/systemd-analyze');

// CI installs it; elsewhere it may be missing
test.skipIf(!hasSystemd && process.env.CI !== 'true')(
  'the systemd units are what systemd-analyze verify takes, without a word',
  () => {
    const folder = scratchFolder();
    for (const unit of UNITS)
      writeFileSync(join(folder, unit), read(unit).replaceAll(NODE, process.execPath));
    const verify = (...units: string[]) =>
      spawnSync('systemd-analyze', ['verify', '--man=no', ...units.map((unit) => join(folder, unit))], {
        encoding: 'utf8',
      });
    expect(verify(...UNITS)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    mkdirSync(join(folder, 'allocations-update.service.d'));
    writeFileSync(join(folder, 'allocations-update.service.d/publish.conf'), read(DROP_IN));
    expect(verify('allocations-update.service').stderr).toBe('');
  },
);

test.skipIf(!hasSystemd && process.env.CI !== 'true')('the systemd units run daily', () => {
  const [, calendar = ''] = /^OnCalendar=(.*)$/m.exec(read('allocations-update.timer')) ?? [];
  const printed = execFileSync('systemd-analyze', ['calendar', '--iterations=2', calendar], {
    encoding: 'utf8',
    env: { TZ: 'UTC', PATH: process.env.PATH },
  });
  const times = [...printed.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g)].map(([, day, time]) =>
    Date.parse(`${day}T${time}Z`),
  );
  expect(times).toHaveLength(2);
  expect(Number(times[1]) - Number(times[0])).toBe(24 * 3_600_000);
});

test.each(UNITS.filter((unit) => unit.endsWith('.service')))(
  '%s calls the program as it is, hardened',
  (unit) => {
    const text = read(unit);
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
    expect(command.startsWith(`${NODE} /opt/allocations/dist/cli/main.js `)).toBe(true);
    requireKnown(wordsOf(command));
    const settings = new Map(
      text.split('\n').flatMap((line) => {
        const [, key, value] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? [];
        return key === undefined ? [] : [[key, value] as const];
      }),
    );
    // everything is written to the one folder that is writable
    expect(Object.fromEntries(settings)).toMatchObject({
      ...{ User: 'allocations', ProtectSystem: 'strict', NoNewPrivileges: 'yes' },
      ...{ ReadWritePaths: '/var/lib/allocations', WorkingDirectory: '/var/lib/allocations' },
      StateDirectory: 'allocations',
    });
    // V8 writes code into memory and runs it
    expect(settings.has('MemoryDenyWriteExecute')).toBe(false);
  },
);

test('the environment file has settings that exist, and no token', () => {
  const text = read('allocations.env');
  requireSettings(text);
  expect(text).toMatch(/^#ALLOCATIONS_SOCRATA_TOKEN=$/m);
});

/** Runs it with folders, a user and a program of the test in place of those of a server. */
function byHand(settings: string | null, ...args: string[]) {
  const folder = scratchFolder();
  const bin = join(folder, 'bin');
  for (const path of [bin, join(folder, 'data')]) mkdirSync(path);
  if (settings !== null) writeFileSync(join(folder, 'allocations.env'), settings);
  // in place of a change of the user, which only root can do
  writeFileSync(join(bin, 'runuser'), '#!/bin/sh\necho "as $2"; shift 3; exec "$@"\n', { mode: 0o755 });
  writeFileSync(
    join(folder, 'main.js'),
    'console.log(process.cwd(), process.argv.slice(2).join("|"), process.env.ALLOCATIONS_NOTIFY_COMMAND)',
  );
  const script = read('allocations.sh')
    .replaceAll('/etc/allocations.env', join(folder, 'allocations.env'))
    .replaceAll('/var/lib/allocations', join(folder, 'data'))
    .replaceAll('/opt/allocations/dist/cli/main.js', join(folder, 'main.js'))
    .replaceAll(NODE, process.execPath);
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const printed = execFileSync('/bin/sh', ['-c', script, 'allocations', ...args], {
    env,
    encoding: 'utf8',
  });
  return printed.replaceAll(folder, '').trim().split('\n');
}

test('the command for running by hand has the user, the folder and the settings of the services, if there are any', () => {
  const settings = read('allocations.env').replace('#ALLOCATIONS_NOTIFY', 'ALLOCATIONS_NOTIFY');
  expect(byHand(settings, 'accept', '42262cc1', '--reason', 'two words')).toEqual([
    'as allocations',
    '/data accept|42262cc1|--reason|two words curl -fsS --data-binary @- https://alerts.example.org/allocations',
  ]);
  expect(byHand(null, 'status')).toEqual(['as allocations', '/data status undefined']);
});

test('every file that starts the program with the Node of the machine names the version it needs', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const needed = `Node ${engines.node.replace('>=', '')} or newer`;
  const services = UNITS.filter((unit) => unit.endsWith('.service'));
  for (const name of [...services, 'allocations.crontab', 'allocations.sh'])
    expect(read(name), name).toContain(needed);
  expect(readFileSync('README.md', 'utf8')).toContain(`need **${needed}**`);
});

test('there is one crontab line, and it calls the program correctly', () => {
  const lines = read('allocations.crontab')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const jobs = lines.filter((line) => !/^[A-Z]+=\S+$/.test(line));
  expect(lines.length - jobs.length).toBe(1);
  expect(jobs).toHaveLength(1);
  const [, schedule = '', command = ''] = /^((?:\S+ ){5})(.*)$/.exec(jobs[0] ?? '') ?? [];
  const times = CronExpressionParser.parse(schedule, { currentDate: '2026-11-21T00:00:00Z', tz: 'UTC' });
  expect([times.next().toISOString(), times.next().toISOString()]).toEqual([
    '2026-11-21T14:15:00.000Z',
    '2026-11-22T14:15:00.000Z',
  ]);
  // what the comment says to put behind it
  const [, more = ''] = /^# (; .*)$/m.exec(read('allocations.crontab')) ?? [];
  requireKnown(wordsOf(more));
  execFileSync('/bin/sh', ['-n', '-c', command + more]);
  expect(more).not.toContain('%');
  // cron takes a percent sign for the end of the command
  expect(command).not.toContain('%');
  requireKnown(wordsOf(command));
  execFileSync('/bin/sh', ['-n', '-c', command]);
});

const text = read('Containerfile');
const instructions = DockerfileParser.parse(text).getInstructions();
const valuesOf = (keyword: string) =>
  instructions
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArguments().map((argument) => argument.getValue()));

test('the container file has no fault', () => {
  expect(validate(text)).toEqual([]);
  // what the check above does find
  expect(validate('FROM node:24-slim\nCOPPY a b\n')).toHaveLength(1);
});

test('the container file is built in two stages from one image, and runs as another user than root', () => {
  expect(valuesOf('FROM')).toEqual([['node:24-slim', 'AS', 'build'], ['node:24-slim']]);
  expect(valuesOf('USER')).toEqual([['node']]);
  expect(valuesOf('VOLUME')).toEqual([['/data']]);
});

test('the container file calls the program as it is, with settings that exist, under the volume', () => {
  expect(valuesOf('ENTRYPOINT')[0]?.join('')).toBe('["node","/opt/allocations/dist/cli/main.js"]');
  requireKnown(JSON.parse(valuesOf('CMD')[0]?.join('') ?? ''));
  const [, serve = ''] = /^# podman run -d .* allocations (serve .*)$/m.exec(text) ?? [];
  requireKnown(serve.split(' '));
  requireSettings(text);
  for (const [, path] of text.matchAll(/ALLOCATIONS_[A-Z_]+=(\S+)/g)) expect(path).toMatch(/^\/data\//);
});

test('the container file has a health check that tells a service that is ready from one that is not', async () => {
  const [, check = '[]'] = /^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(text) ?? [];
  const server = createServer(({ url }, answer) => {
    answer.statusCode = url === '/readyz' ? status : 404;
    answer.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = z.object({ port: z.int() }).parse(server.address());
  const [, ...args] = z.array(z.string()).parse(JSON.parse(check.replace('8080', `${address.port}`)));
  const exitCode = async () => {
    const [code] = await once(execFile(process.execPath, args), 'exit');
    return code;
  };
  let status = 200;
  expect(await exitCode()).toBe(0);
  status = 503;
  expect(await exitCode()).toBe(1);
  server.close();
  server.closeAllConnections();
  expect(await exitCode()).toBe(1);
});

test('the container file copies only files that exist, and all that the program needs', () => {
  const copies = valuesOf('COPY');
  const fromHere = copies.flatMap((words) => words.slice(0, -1));
  for (const path of fromHere.filter((name) => !name.startsWith('/')))
    expect(existsSync(path), path).toBe(true);
  // of the last stage, into a folder in place of /opt/allocations
  const last = copies.slice(copies.findIndex(([source]) => source?.startsWith('/opt/')));
  const folder = scratchFolder();
  for (const [source = '', target = ''] of last) {
    const path = join(folder, target, target.endsWith('/') ? basename(source) : '');
    mkdirSync(dirname(path), { recursive: true });
    const here = source.replace('/opt/allocations/', '');
    if (here === 'node_modules') symlinkSync(join(process.cwd(), here), path);
    else cpSync(here, path, { recursive: true });
  }
  const data = join(folder, 'volume');
  const settings = [...text.matchAll(/(ALLOCATIONS_[A-Z_]+)=\/data\/(\S+)/g)];
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(settings.map(([, name, path = '']) => [name, join(data, path)])),
  };
  const reports = join(process.cwd(), 'fixtures/tx/fourteen-months/reports');
  const program = join(folder, 'dist/cli/main.js');
  const run = (...words: string[]) =>
    execFileSync(process.execPath, [program, ...words], { cwd: folder, env, encoding: 'utf8' });
  expect(run('ingest', reports)).toContain('the report was loaded');
  expect(run('verify')).toContain('Verification passed');
  expect(readdirSync(data).sort()).toEqual(expect.arrayContaining(['allocations.sqlite', 'reports']));
});

const service = z.object({
  build: z.object({ context: z.string(), dockerfile: z.string() }),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  command: z.array(z.string()),
  entrypoint: z.array(z.string()).optional(),
  environment: z.array(z.string()).default([]),
});
const file = z.object({
  services: z.object({ serve: service, update: service }),
  volumes: z.object({ data: z.null() }),
});
const { services } = file.parse(parse(read('compose.yaml'), { merge: true }));

test('the compose file builds both containers from the container file, with one volume', () => {
  for (const { build, volumes } of Object.values(services)) {
    expect(join(FOLDER, build.context, build.dockerfile)).toBe(join(FOLDER, 'Containerfile'));
    expect(volumes).toEqual(['data:/data']);
  }
});

test('the compose file serves on this machine only, and updates in a loop that a shell understands', () => {
  requireKnown(services.serve.command);
  expect(services.serve.ports).toEqual(['127.0.0.1:8080:8080']);
  const [loop = ''] = services.update.command;
  execFileSync('/bin/sh', ['-n', '-c', loop]);
  const [update = ''] = /node \S+main\.js [^;]+/.exec(loop) ?? [];
  requireKnown(wordsOf(update));
  expect(services.update.entrypoint).toEqual(['/bin/sh', '-c']);
  expect(services.update.environment).toEqual(['ALLOCATIONS_NOTIFY_COMMAND']);
  requireSettings(services.update.environment.join());
});
