import { availableParallelism, cpus, totalmem } from 'node:os';
import { versions } from 'node:process';
import Database from 'better-sqlite3';

/** The machine that measures. */
export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  node: string;
  sqlite: string;
}

export function describeMachine(): Machine {
  const memory = new Database(':memory:');
  const sqlite = String(memory.prepare('SELECT sqlite_version()').pluck().get());
  memory.close();
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown CPU',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: versions.node,
    sqlite,
  };
}

export function formatMachine({ cpu, cores, memoryGb, node, sqlite }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGb} GB; Node ${node}, SQLite ${sqlite}`;
}
