import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MACHINE, OperatorError } from '../../src/domain/operator-error.ts';
import { openForWriting } from '../../src/store/dataset.ts';
import { openTokens } from '../../src/store/tokens/tokens.ts';
import { mountTmpfs, whyNoTmpfs } from '../rig/datasets/tmpfs.ts';

const whyNot = whyNoTmpfs();
const skipped = whyNot === null ? '' : ` (skipped, no small disk can be mounted: ${whyNot})`;

function smallDisk(size: string) {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-disk-'));
  const disk = mountTmpfs(folder, `size=${size}`);
  onTestFinished(() => {
    disk.unmount();
    rmSync(folder, { recursive: true });
  });
  return { disk, file: join(folder, 'new.sqlite') };
}

/** The exit code that opening a new file ends with, and the message. */
function failureOf(open: () => { close(): void }): [number, string] | null {
  try {
    open().close();
    return null;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [error.exitCode, error.message];
  }
}

describe.skipIf(whyNot !== null)(`a disk that is too small for a new file${skipped}`, () => {
  const TOKENS = ['4k', '8k', '12k', '16k', '20k', '24k'];
  test.each(TOKENS)('refuses to create a token file, with %s', (size) => {
    const { disk, file } = smallDisk(size);
    const full = `${file} did not change because the disk is full (SQLITE_FULL). Free some space, then run again.`;
    expect(failureOf(() => openTokens(file))).toEqual([MACHINE, full]);
    disk.remount('size=4m');
    const tokens = openTokens(file);
    tokens.create('dashboard', null);
    expect(tokens.list().map(({ name }) => name)).toEqual(['dashboard']);
    tokens.close();
  });

  const DATASETS = ['16k', '64k', '128k', '256k'];
  test.each(DATASETS)('refuses to create a dataset, with %s', (size) => {
    const { disk, file } = smallDisk(size);
    expect(failureOf(() => openForWriting(file))).toEqual([
      MACHINE,
      expect.stringMatching(
        /\(SQLITE_FULL\)\. Free some space, then run again\.$|\(SQLITE_IOERR_SHMSIZE\)\. .* free space\.$/,
      ),
    ]);
    disk.remount('size=4m');
    expect(failureOf(() => openForWriting(file))).toBeNull();
  });
});
