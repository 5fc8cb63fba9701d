/** Says why the Node at `path` cannot run the program; undefined if it can. `range` is like ">=22.22.2". */
export function refuseOldNode(range: string, version: string, path: string): string | undefined {
  const least = range.replace('>=', '');
  if (version.localeCompare(least, 'en', { numeric: true }) >= 0) return undefined;
  return `This program needs Node ${least} or newer, and ${path} is Node ${version}. Install Node 24 (https://nodejs.org/en/download). On Linux and Windows, "npm ci" installs one into a checkout: run "npx --no allocations" there.`;
}
