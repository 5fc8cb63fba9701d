import { fileURLToPath } from 'node:url';

/** The path of a file of this package. Modules lie two folders deep in it, before and after the build. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
