import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { packageFile } from '../../domain/package-file.ts';
import type { RefusedReport, TypedReport } from './read-report.ts';
import type { ReadingTask } from './reading-thread.ts';

/** The exit code of Node if a program throws. */
const THREW = 1;

/**
 * Reads a text in a process of its own: V8 ends the process of a text that fills the memory, and no thread can prevent
 * that. Rejects if the signal ends it. Needs the built program.
 */
export async function readInProcess(
  task: ReadingTask,
  memoryMib: number,
  signal: AbortSignal,
): Promise<TypedReport | RefusedReport | 'too much memory'> {
  const program = packageFile('dist/pipeline/intake/reading-process.js');
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMib}`, program], {
    ...{ signal, killSignal: 'SIGKILL' },
    stdio: 'pipe',
  });
  // the exit code tells why a process stops reading
  child.stdin.on('error', () => undefined);
  child.stdin.end(serialize(task));
  const [[code], output, errors] = await Promise.all([
    once(child, 'close'),
    buffer(child.stdout),
    text(child.stderr),
  ]);
  if (code === 0) return deserialize(output);
  if (code === THREW) throw new Error(`The process that reads a report failed: ${errors}`);
  return 'too much memory';
}
