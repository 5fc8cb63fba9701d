import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../domain/operator-error.ts';

/** How long a notification may take. */
const NOTIFY_MS = 60_000;

/**
 * Runs a command in the system's shell with a text on its stdin; its output goes to stderr. The signal stops it.
 * Returns why it failed, or `null` if it succeeded.
 */
export async function runNotification(
  command: string,
  text: string,
  { signal, timeoutMs = NOTIFY_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<string | null> {
  const isWindows = process.platform === 'win32';
  // a process group of its own, so that its children are killed with it; on Windows that opens a window
  const child = spawn(command, { shell: true, stdio: ['pipe', 2, 2], detached: !isWindows });
  let ending: string | null = null;
  const end = (why: string) => {
    ending ??= why;
    if (child.pid !== undefined) endGroup(child.pid);
  };
  const timer = setTimeout(() => end(`was stopped: it ran longer than ${timeoutMs / 1000} s`), timeoutMs);
  const stop = () => end('was stopped together with this command');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  // the command may ignore its stdin
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(text);
  try {
    const [code, by] = await once(child, 'exit');
    if (ending !== null) return ending;
    if (by !== null) return `was killed by ${by}`;
    return code === 0 ? null : `failed with exit code ${code}`;
  } catch (error) {
    return `could not start (${messageOf(error)})`;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    child.stdin?.destroy();
  }
}

function endGroup(pid: number): void {
  try {
    if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // it is no longer running
  }
}
