import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../rig/random.ts';
import { type Base, bytesOf, makeBases } from './bases.ts';
import { savedFailures } from './failures.ts';
import { FuzzRig, makeWorkFolder } from './fuzz-rig.ts';
import { findViolation } from './invariants.ts';
import { minimise } from './minimise.ts';
import { makeMutant } from './mutant.ts';
import { SHEET_STRUCTURE_MUTATIONS } from './mutations/sheet-structure.ts';
import { WatchedJudge } from './watched-judge.ts';
import { packZip } from './zip.ts';

/** Long enough for a busy machine. */
const LIMIT_MS = 20_000;
const SEED = 20_240_701;
const MUTANTS = 60;

let folder: string;
let rig: FuzzRig;
let bases: [Base, ...Base[]];

beforeAll(async () => {
  folder = makeWorkFolder();
  rig = new FuzzRig(folder);
  bases = await makeBases();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('base reports', () => {
  test('all load completely', async () => {
    for (const base of bases) {
      const outcome = await rig.run(bytesOf(base), base.format);
      expect(findViolation(outcome, LIMIT_MS), base.name).toBeNull();
      expect(outcome.summary?.reports, base.name).toMatchObject([{ status: 'loaded', kind: base.kind }]);
    }
  });

  test('cover every kind in every format', () => {
    const pairs = new Set(bases.map(({ kind, format }) => `${kind} ${format}`));
    // the disbursements of Illinois have their year in a title, which JSON cannot have; summaries come as CSV and JSON
    expect(pairs.size).toBe(3 * 3 + 2 + 2 * 2);
  });
});

describe('mutants', () => {
  test('depend only on seed and number', () => {
    const madeAgain = makeMutant(bases, SEED, 7);
    expect(makeMutant(bases, SEED, 7)).toEqual(madeAgain);
    expect(makeMutant(bases, SEED, 8).bytes.equals(madeAgain.bytes)).toBe(false);
    expect(makeMutant(bases, SEED + 1, 7).bytes.equals(madeAgain.bytes)).toBe(false);
  });

  test(`keep every invariant (${MUTANTS} mutants)`, async () => {
    const statuses = new Set<string | undefined>();
    for (let number = 0; number < MUTANTS; number += 1) {
      const { bytes, base, mutations } = makeMutant(bases, SEED, number);
      const outcome = await rig.run(bytes, base.format);
      expect(findViolation(outcome, LIMIT_MS), `mutant ${number}: ${base.name}, ${mutations}`).toBeNull();
      statuses.add(outcome.summary?.reports[0]?.status);
    }
    expect([...statuses].sort()).toEqual(['loaded', 'refused']);
  });
});

describe('a sheet with another structure', () => {
  const ATTEMPTS = 3;

  test.each(SHEET_STRUCTURE_MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    'loses no row: %s',
    async (_, mutation) => {
      for (const base of bases) {
        if (base.format !== 'xlsx') continue;
        const rows = (await rig.run(bytesOf(base), 'xlsx')).summary?.reports[0]?.rows;
        for (let number = 0; number < ATTEMPTS; number += 1) {
          const parts = mutation.apply(base.parts, Random.ofMutant(SEED, number));
          const outcome = await rig.run(packZip(parts), 'xlsx');
          const [report] = outcome.summary?.reports ?? [];
          expect(findViolation(outcome, LIMIT_MS), `${base.name}, ${number}`).toBeNull();
          if (report?.status === 'loaded') expect(report.rows, `${base.name}, ${number}`).toBe(rows);
          else expect(report?.status).toBe('refused');
        }
      }
    },
  );
});

test('a failing report is reduced to what makes it fail', async () => {
  const bytes = Buffer.from('a,b\n1,2\n3,BAD\n4,5\n'.repeat(20));
  const smallest = await minimise(bytes, async (smaller) => smaller.includes('BAD'), 10_000);
  expect(smallest.toString()).toBe('BAD');
});

test('a process that does not answer in time is replaced for the next report', async () => {
  const [base] = bases;
  const impatient = new WatchedJudge(0);
  try {
    expect((await impatient.judge(bytesOf(base), base.format)).violation).toMatchObject({
      invariant: 'no hang',
    });
    expect((await impatient.judge(bytesOf(base), base.format)).violation).toMatchObject({
      invariant: 'no hang',
    });
  } finally {
    await impatient.close();
  }
});

describe('reports that once broke an invariant now keep it', () => {
  const judge = new WatchedJudge(LIMIT_MS);
  const saved = savedFailures('fixtures/fuzz');

  afterAll(() => judge.close());

  test('are read from the folder they are saved in', () => {
    expect(saved.every(({ bytes }) => bytes.length > 0)).toBe(true);
  });

  test.each(saved)('$name', async ({ bytes, extension }) => {
    expect((await judge.judge(bytes, extension)).violation).toBeNull();
  });
});
