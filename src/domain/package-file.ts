import { fileURLToPath } from 'node:url';

/** The path of a file of this package. Sources and built modules both lie two folders deep in it. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
