/**
 * The tour of `npm start`: loads the sample, shows one place, and says what to do next. The sample is a dataset of its own in
 * the folder `data`, or in the folder given.
 */
import { spawnSync } from 'node:child_process';

const [folder = 'data'] = process.argv.slice(2);
const sample = `${folder}/sample.sqlite`;

print('The sample has what Illinois published for 59 governments, from July 2017 to June 2020, and what');
print('North Carolina published for 60 places, of sales from July 2018 to June 2020. It also has invented');
print('figures of twelve places in California and twelve in Texas, from 2018 to 2026.\n');
run('ingest', 'fixtures/sample/reports');
print('  (The warnings are about real payments: Orange and Pitt County got far less than usual.');
print('  To read them: npx --no allocations findings --severity warning)\n');
run('months', 'il', '--jurisdiction', 'Chicago', '--months', '2020-06');
if (!process.exitCode)
  print(`
What to do next:
  npx --no allocations list                                 list all places
  npx --no allocations export --state tx --out texas.xlsx   export the figures of a state
  npx --no allocations --help                               see all commands
  npm run explore                                           see the figures in a browser
  npx --no allocations ingest <path>                        load your reports in place of the sample`);

/**
 * Shows a command as a person would type it, and runs it. Long warnings are left out of what it prints.
 * @param {string[]} args
 */
function run(...args) {
  print(`$ npx --no allocations ${args.join(' ')} --db ${sample}`);
  const { status, stdout } = spawnSync(process.execPath, ['dist/cli/main.js', ...args, '--db', sample], {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  process.stdout.write(stdout.replaceAll(/^ {2}warning .*\n/gm, ''));
  if (status !== 0) process.exitCode = status ?? 1;
}

function print(text = '') {
  process.stdout.write(`${text}\n`);
}
