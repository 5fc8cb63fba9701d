/** Waits. Rejects with the reason of the signal if it is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

const MOST_BEGINNINGS = 5;

/**
 * Waits before one version of the dataset is read from the beginning, for the first time (1) or again. It does not wait
 * before the first two, but before later ones: the servers of a service can have two versions for some seconds. Throws
 * after the fifth.
 */
export async function waitToBegin(beginning: number, signal?: AbortSignal | null): Promise<void> {
  if (beginning > MOST_BEGINNINGS)
    throw new Error(`The dataset changed ${MOST_BEGINNINGS} times while it was read. Try again later.`);
  if (beginning > 2) await pause(1000 * 2 ** (beginning - 3), signal);
}
