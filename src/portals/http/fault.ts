/**
 * What may help: the same request after a short wait (`retry`, or `once` for a single time) or after a longer one
 * (`later`), the whole unit from the start (`restart`), or only a person (`none`).
 */
export type Remedy = 'retry' | 'once' | 'later' | 'restart' | 'none';

interface FaultDetails {
  /** The HTTP status, or `null` without an answer. */
  status?: number | null;
  /** How long the server asks to wait, in milliseconds. */
  waitMs?: number;
  /** Whether other downloads from the same host will probably fail as well. */
  isPortalDown?: boolean;
}

/** Why a unit could not be downloaded. The message is one line: what happened, where, and what to do. */
export class FetchFault extends Error {
  override name = 'FetchFault';
  readonly remedy: Remedy;
  readonly status: number | null;
  readonly waitMs: number;
  readonly isPortalDown: boolean;

  constructor(
    message: string,
    remedy: Remedy,
    { status = null, waitMs = 0, isPortalDown = false }: FaultDetails = {},
  ) {
    super(message);
    this.remedy = remedy;
    this.status = status;
    this.waitMs = waitMs;
    this.isPortalDown = isPortalDown;
  }
}

/** A fault in the content of an answer with status 200. */
export function contentFault(message: string, remedy: Remedy = 'none'): FetchFault {
  return new FetchFault(message, remedy, { status: 200 });
}
