import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

/** Runs the calls README shows, from the token to the first page, as they stand there; needs bash and curl. */

const folder = mkdtempSync(join(tmpdir(), 'allocations-readme-'));
const database = join(folder, 'allocations.sqlite');
const program = ['dist/cli/main.js'];
let service: ChildProcess;
let address: string;

beforeAll(async () => {
  const kept = ['--archive', join(folder, 'reports'), '--quarantine', join(folder, 'quarantine')];
  const reports = ['fixtures/sample/reports', 'fixtures/tx/published-rows/reports'];
  execFileSync('node', [...program, 'ingest', ...reports, '--db', database, ...kept]);
  service = spawn('node', [...program, 'serve', '--port', '0', '--db', database], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  address = await addressOf(service);
});

afterAll(async () => {
  service.kill('SIGTERM');
  const [code] = await once(service, 'exit');
  expect(code).toBe(0);
  rmSync(folder, { recursive: true });
});

function addressOf({ stderr }: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    stderr?.on('data', (chunk) => {
      said += String(chunk);
      const [, found] = /at (http:\S+) /.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    stderr?.on('end', () => reject(new Error(`the service did not say where it listens: ${said}`)));
  });
}

/** The calls of README's block, without the one that starts the service. */
function documentedCalls(): string[] {
  const readme = readFileSync('README.md', 'utf8');
  const block = /From nothing to the first page:\n\n```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const [start, ...calls] = block.trim().split('\n');
  expect(start).toMatch(/^npx allocations serve &/);
  return calls;
}

const page = z.object({
  data: z.array(z.looseObject({})).min(1),
  links: z.object({ first: z.string() }).loose(),
  meta: z.object({ total: z.int().min(1) }).loose(),
});

describe("README's calls of the service", () => {
  test('answer as it says', () => {
    const calls = documentedCalls();
    expect(calls.filter((call) => call.startsWith('curl'))).toHaveLength(6);
    const script = calls
      .map((call) =>
        call.startsWith('curl') ? call.replace('curl', 'curl -sS --fail-with-body -w "\\n"') : call,
      )
      .join('\n')
      .replaceAll('http://127.0.0.1:8080', address)
      .replaceAll('npx allocations', `node ${program.join()}`);
    const printed = execFileSync('bash', ['-euo', 'pipefail', '-c', script], {
      env: { ...process.env, ALLOCATIONS_DB: database },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [found, california, texas, falling, sources, ready] = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(page.parse(found).data[0]).toMatchObject({ id: 60001990, name: 'Alder Creek', state: 'ca' });
    expect(page.parse(california).data).toHaveLength(12);
    expect(page.parse(california).data[0]).toMatchObject({
      jurisdiction: { id: 60001990 },
      deltas: {},
      ytd: {},
    });
    expect(page.parse(texas).data[0]).toMatchObject({ entity: { type: 'city', state: 'tx' } });
    expect(page.parse(falling).links.first).toBe(
      `${address}/api/ca/sales-tax/allocations?since=2026-01-01&sort=-deltas.net_payment&page=1`,
    );
    expect(page.parse(sources).data).toHaveLength(12);
    expect(page.parse(sources).data[0]).toMatchObject({ sources: [{ kind: 'ca/monthly-statement' }] });
    expect(ready).toMatchObject({ status: 'ready' });
  });
});
