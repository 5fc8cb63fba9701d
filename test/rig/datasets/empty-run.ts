import type { RunSummary } from '../../../src/pipeline/summary.ts';

export const EMPTY_RUN: RunSummary = {
  run_id: 1,
  outcome: 'ok',
  reports: [],
  allocations: { inserted: 0, updated: 0, removed: 0, revised: 0, unchanged: 0 },
  new_facts: 0,
  county_changes: [],
  corrections: [],
  others: [],
  findings: { error: 0, warning: 0, info: 0 },
  duration_ms: 1,
};
