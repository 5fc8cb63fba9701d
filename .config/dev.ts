/**
 * `npm run dev`: loads the sample with the sources as they are, and serves it on this machine without tokens. `tsx watch`
 * starts it again after each change.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { buildProgram } from '../src/cli/program.ts';
import { NOTE_STYLE } from './styles.js';

const FOLDER = 'data/dev';
const files = ['--db', `${FOLDER}/sample.sqlite`];

// the build puts it into the code
Object.assign(globalThis, { NOTE_STYLE });

const run = async (words: string[]) => (await buildProgram()).parseAsync(words, { from: 'user' });

// workbooks are read in threads, which start from the built files
execFileSync(process.execPath, ['.config/build.js'], { stdio: 'inherit' });
// what an older version of the code loaded would hide a change
rmSync(FOLDER, { recursive: true, force: true });
await run(['ingest', 'fixtures/sample/reports', ...files, '--quiet']);
await run(['serve', '--no-auth', ...files, '--log-level', 'warn']);
