import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { texasRows } from '../../../rig/portals/portal-texas.ts';
import { createUpdateRig, type UpdateRig } from '../../../rig/portals/update-rig.ts';

// The real program against a stand-in of the Texas portal on loopback.

/** The notes in a folder: file name and content. */
function notesIn({ folder }: UpdateRig): Record<string, string> {
  const notes = join(folder, 'notes');
  return Object.fromEntries(
    readdirSync(notes).map((name) => [name, readFileSync(join(notes, name), 'utf8')]),
  );
}

/** Publishes the months up to the one before the last. */
const publishLess = (rig: UpdateRig) => rig.publish(texasRows(rig.months.slice(0, -1)));

test('writes the notes of all places after a new month, as the command does', async () => {
  const rig = await createUpdateRig();
  publishLess(rig);
  expect((await rig.update('--notes', 'notes')).stdout).toContain('Wrote 3 notes to notes.');
  const before = notesIn(rig);
  rig.publish();
  expect((await rig.update('--notes', 'notes')).stdout).toContain('Wrote 3 notes to notes.');
  const after = notesIn(rig);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [name, note] of Object.entries(after)) expect(note).not.toBe(before[name]);
  await rig.run('note', '--all', '--state', 'tx', '--out', 'by-hand');
  for (const [name, note] of Object.entries(after))
    expect(readFileSync(join(rig.folder, 'by-hand', name), 'utf8')).toBe(note);
});

test('leaves notes as they are without a new month, and writes one that is gone', async () => {
  const rig = await createUpdateRig();
  await rig.update('--notes', 'notes');
  const [gone = '', kept = ''] = Object.keys(notesIn(rig));
  const written = statSync(join(rig.folder, 'notes', kept)).mtimeMs;
  expect((await rig.update('--notes', 'notes')).stdout).toContain('No new notes for notes.');
  rmSync(join(rig.folder, 'notes', gone));
  expect((await rig.update('--notes', 'notes')).stdout).toContain('Wrote 1 note to notes.');
  expect(Object.keys(notesIn(rig))).toContain(gone);
  expect(statSync(join(rig.folder, 'notes', kept)).mtimeMs).toBe(written);
});

test("does not take somebody else's file for a note", async () => {
  const rig = await createUpdateRig();
  await rig.update('--notes', 'notes');
  const [name = ''] = Object.keys(notesIn(rig));
  rmSync(join(rig.folder, 'notes'), { recursive: true });
  rig.write(`notes/${name}`, 'my own words');
  publishLess(rig);
  rmSync(join(rig.folder, 'data'), { recursive: true });
  const { status: code, stdout } = await rig.update('--notes', 'notes');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^update: attention: .*1 note not written/);
  expect(stdout).toContain('Wrote 2 notes to notes.');
  expect(notesIn(rig)[name]).toBe('my own words');
});

test('refuses a folder of the program for the notes', async () => {
  const rig = await createUpdateRig();
  expect((await rig.update('--notes', 'data/reports/tx')).status).toBe(2);
});
