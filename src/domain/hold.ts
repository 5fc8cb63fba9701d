import type { Finding } from './findings/finding.ts';

/** Set on a report that a run set aside for a person to review. */
export interface Hold {
  /** When the run that held the report began, ISO 8601 in UTC. */
  at: string;
  /** Why the run held it. */
  doubts: readonly Finding[];
  /** Who accepts a report loads it. A report that is rejected is withdrawn instead. */
  accepted: Acceptance | null;
}

/** The decision to load a held report. */
export interface Acceptance {
  /** When the run that loaded it began, ISO 8601 in UTC. */
  at: string;
  reason: string;
}
