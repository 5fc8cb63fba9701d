/** Segments of letters, digits and `.~_-`; `.` and `..` would change the path. */
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Reads the path prefix of the service's addresses, without a final slash; `null` if the text is not a path. */
export function readBasePath(text: string): string | null {
  const path = text.trim().replace(/\/$/, '');
  return PATH.test(path) ? path : null;
}
