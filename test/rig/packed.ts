import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const packed = z.tuple([z.object({ filename: z.string(), unpackedSize: z.int() })]);

/** Packs a package as npm does, and unpacks it into a project's node_modules, without the packages that it needs. */
export function installPacked(
  source: string,
  project: string,
  name: string,
): { path: string; unpackedSize: number } {
  const modules = join(project, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const pack = ['pack', source, '--ignore-scripts', '--json', '--pack-destination', project];
  const [{ filename, unpackedSize }] = packed.parse(
    JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' })),
  );
  execFileSync('tar', ['-xzf', join(project, filename), '-C', modules]);
  const path = join(modules, name);
  renameSync(join(modules, 'package'), path);
  return { path, unpackedSize };
}
