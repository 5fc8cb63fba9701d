/** Stands for `fflate` in the page: its own `zip` starts workers, which the policy of the page forbids. */
import { type Zippable, zipSync } from 'fflate/browser';

export * from 'fflate/browser';

export function zip(files: Zippable, done: (error: null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
