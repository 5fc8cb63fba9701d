/**
 * What may help: the same download after a short wait (`retry`, or `once` for a single time) or after a longer one
 * (`later`), or only a person (`none`).
 */
export type Remedy = 'retry' | 'once' | 'later' | 'none';

/** Why a unit could not be downloaded. The message is one line: what happened, where, and what to do. */
export class FetchFault extends Error {
  override name = 'FetchFault';
  readonly remedy: Remedy;
  /** The HTTP status, or `null` without an answer. */
  readonly status: number | null;
  /** How long the server asks to wait. */
  readonly waitMs: number;

  constructor(message: string, remedy: Remedy, status: number | null = null, waitMs = 0) {
    super(message);
    this.remedy = remedy;
    this.status = status;
    this.waitMs = waitMs;
  }

  /** Whether other downloads from the same host will probably fail as well. */
  get isPortalDown(): boolean {
    return this.remedy === 'once' || (this.remedy === 'retry' && this.status !== 200);
  }
}

/** A fault in the content of an answer with status 200. */
export function contentFault(message: string, remedy: Remedy = 'none'): FetchFault {
  return new FetchFault(message, remedy, 200);
}
