/**
 * Loads the files that are dropped on docs/start.cmd, which gives its command line in DROPPED. Their names never get to a
 * shell: Windows puts only those with blanks into quotes.
 */
import { spawnSync } from 'node:child_process';

// cmd.exe /c ""C:\program\docs\start.cmd" C:\a&b.csv "C:\two words.csv""
const [, line = ''] = /\/c +""[^"]*"(.*)" *$/i.exec(process.env.DROPPED ?? '') ?? [];
const files = [...line.matchAll(/"([^"]*)"|[^ "]+/g)].map(([name, quoted]) => quoted ?? name);
if (files.length === 0) {
  process.stderr.write(
    'Drop the files on start.cmd in their folder, or type: npx --no allocations ingest <path>\n',
  );
  process.exitCode = 2;
} else {
  const args = ['dist/cli/main.js', 'ingest', '--', ...files];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
