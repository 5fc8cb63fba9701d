/** Segments of letters, digits and marks; dots alone would lead elsewhere. */
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** What lies before the service's own addresses, without a slash at its end; `null` if the text is not a path. */
export function readBasePath(text: string): string | null {
  const path = text.trim().replace(/\/$/, '');
  return PATH.test(path) ? path : null;
}
