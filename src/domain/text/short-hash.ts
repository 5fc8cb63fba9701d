/** The first 12 digits of a report's hash. They identify the report, also for `withdraw`. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}
