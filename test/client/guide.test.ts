import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDataset } from '../../src/store/dataset.ts';
import { serveForAll } from '../rig/datasets/served.ts';
import { FEW_REPORTS } from '../rig/few-reports.ts';
import { installPacked } from '../rig/program.ts';
import { listenLocally, TOKEN } from '../rig/service.ts';

// Runs the examples of the guide, with the package of the client as `npm pack` makes it and the one that it needs.

const PAGE = readFileSync('docs/guides/programs.md', 'utf8');
const run = promisify(execFile);

const { rig, service } = serveForAll(FEW_REPORTS);
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const address = `http://127.0.0.1:${await listenLocally(service.app)}`;
  env = { ...process.env, ALLOCATIONS_URL: address, ALLOCATIONS_TOKEN: TOKEN };
  folder = mkdtempSync(join(tmpdir(), 'allocations-guide-'));
  installPacked('./dist/client', folder, 'sales-tax-allocations-client');
  // of Node, which the examples name, and of the client
  for (const name of ['@types', 'openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    ...{ strict: true, module: 'nodenext', target: 'es2023', lib: ['es2023'], types: ['node'] },
    ...{ noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function examples(wanted: string): string[] {
  const blocks = PAGE.matchAll(/^<!-- run: ([\w ]+) -->\n\n```\w+\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, named, code = '']) => (named === wanted ? [code] : []));
}

/** The payments of Texas by year in dollars, as SQL adds them up. */
function paymentsByYear(): string {
  return readDataset(rig.database, ({ sqlite }) =>
    sqlite
      .prepare<[], string>(
        `SELECT substr(allocation_period, 1, 4) || ',' || printf('%.2f', sum(net_payment) / 100.0)
         FROM tx_allocation GROUP BY substr(allocation_period, 1, 4) ORDER BY 1`,
      )
      .pluck()
      .all()
      .join('\n'),
  );
}

test('says of each example whether it is run', () => {
  const shown = [...PAGE.matchAll(/^```(?:ts|python|r)$/gm)].length;
  const ran = [...PAGE.matchAll(/^<!-- run: /gm)].length;
  expect(shown).toBe(ran + [...PAGE.matchAll(/^Not run here/gm)].length);
  expect(ran).toBe(['typescript', 'python requests', 'python pandas'].flatMap(examples).length);
});

test('TypeScript: the examples compile in a strict project, and give the figures of the dataset', async () => {
  const names = examples('typescript').map((code, at) => {
    writeFileSync(join(folder, `example-${at}.ts`), code);
    return `example-${at}.ts`;
  });
  expect(names).toHaveLength(2);
  const compiled = spawnSync(process.execPath, [resolve('node_modules/@typescript/native/bin/tsc')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(compiled.stdout + compiled.stderr).toBe('');
  const printed = await Promise.all(
    names.map(async (name) => (await run(process.execPath, [name], { cwd: folder, env })).stdout.trim()),
  );
  expect(printed[0]).toBe(paymentsByYear());
  expect(printed[1]).toContain('60019050 Los Alamos');
});

test.for(['requests', 'pandas'])(
  'Python with %s gives the figures of the dataset',
  async (module, { skip }) => {
    const [code = ''] = examples(`python ${module}`);
    const pythons = ['python3', '/usr/bin/python3'];
    const python = pythons.find((name) => spawnSync(name, ['-c', `import ${module}`]).status === 0);
    if (python === undefined) return skip(`Python has no package ${module} here`);
    const { stdout } = await run(python, ['-c', code], { env });
    expect(stdout.trim()).toBe(paymentsByYear());
  },
);
