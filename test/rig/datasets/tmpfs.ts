import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns why this machine cannot mount a small disk, or `null`. */
export function whyNoTmpfs(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-mount-'));
  try {
    const complaint = mount('tmpfs', folder, 'size=1m');
    if (complaint === null) unmount(folder);
    return complaint;
  } finally {
    rmdirSync(folder);
  }
}

/** A disk in memory; its options give the size. */
export interface Tmpfs {
  /** Mounts it again with other options, like `size=64m` or `ro`. Its files stay. */
  remount(options: string): void;
  unmount(): void;
}

/** Makes a folder and mounts a disk in memory there. Throws if that fails. */
export function mountTmpfs(folder: string, options: string): Tmpfs {
  const attempt = (type: string, what: string) => {
    const complaint = mount(type, folder, what);
    if (complaint !== null) throw new Error(complaint);
  };
  mkdirSync(folder, { recursive: true });
  attempt('tmpfs', options);
  return {
    remount: (other) => attempt('tmpfs', `remount,${other}`),
    unmount: () => unmount(folder),
  };
}

/** Runs a command. Returns its complaint in one line, or `null`. */
function mount(type: string, folder: string, options: string): string | null {
  const { status, stderr, error } = spawnSync('mount', ['-t', type, '-o', options, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (error) return error.message;
  return status === 0 ? null : stderr.trim().replaceAll('\n', ' ');
}

function unmount(folder: string): void {
  spawnSync('umount', [folder]);
}
