/** Parses JSON; returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a file that a person writes: editors of Windows put a byte order mark before it. Throws if it is not JSON. */
export function parseSettings(text: string): unknown {
  return JSON.parse(text.replace(/^\ufeff/, ''));
}

/** Whether a JSON value is an object and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
