import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../domain/operator-error.ts';

/** How long a notification may take. */
const NOTIFY_MS = 60_000;

/**
 * Runs a command of the operator by /bin/sh, with a text on its stdin; what it prints goes to stderr. Returns why that
 * failed, `null` where it did not. Where the signal comes, the command is ended.
 */
export async function runNotification(
  command: string,
  text: string,
  { signal, timeoutMs = NOTIFY_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<string | null> {
  // in a group of its own, so that what it started ends with it
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 2, 2], detached: true });
  let ending: string | null = null;
  const end = (why: string) => {
    ending ??= why;
    if (child.pid !== undefined) endGroup(child.pid);
  };
  const timer = setTimeout(() => end(`did not end within ${timeoutMs / 1000} s and was ended`), timeoutMs);
  const stop = () => end('was ended with this command');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  // a command need not read what it is told
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(text);
  try {
    const [code, by] = await once(child, 'exit');
    if (ending !== null) return ending;
    if (by !== null) return `was ended by ${by}`;
    return code === 0 ? null : `ended with exit code ${code}`;
  } catch (error) {
    return `could not be started (${messageOf(error)})`;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    child.stdin?.destroy();
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended already
  }
}
