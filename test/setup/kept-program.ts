/** Runs commands of the built program one after another. Is asked `{folder, args}`, and answers how the command ended. */
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [program = '', socket = ''] = process.argv.slice(2);
let commands = 0;

async function run({ folder, args }: { folder: string; args: string[] }) {
  process.chdir(folder);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  const printed = Promise.all([text(streams.stdout), text(streams.stderr)]);
  // the name makes a module of its own of the first file, which runs the command; the others are loaded once
  await import(`${pathToFileURL(program).href}?command=${commands++}`);
  streams.stdout.end();
  streams.stderr.end();
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  // a disk can be unmounted only if no process works in it
  process.chdir('/');
  const [stdout, stderr] = await printed;
  return { status: process.exitCode ?? 0, stdout, stderr };
}

let last: Promise<unknown> = Promise.resolve();

createServer((request, response) => {
  last = last
    .then(async () => run(JSON.parse(await text(request))))
    .then((outcome) => response.end(JSON.stringify(outcome)));
}).listen(socket);

// the tests that started it have ended
process.stdin.resume().on('end', () => process.exit());
