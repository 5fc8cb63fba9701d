/** How many milliseconds a `Retry-After` asks to wait, given as seconds or an HTTP date. 0 if it cannot be read. */
export function readRetryAfter(header: string | null, now: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - now.getTime());
}
