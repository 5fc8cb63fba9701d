/**
 * What may help: the same request after a short wait (`retry`), but one time only (`once`), after a longer one, as the portal is still at work
 * (`later`), the whole unit from its beginning (`restart`), or a person alone (`none`).
 */
export type Remedy = 'retry' | 'once' | 'later' | 'restart' | 'none';

/** Why a unit could not be fetched. The message is one line that says what was seen and what to do. */
export class FetchFault extends Error {
  override name = 'FetchFault';
  readonly remedy: Remedy;
  /** The HTTP status, `null` where no answer came. */
  readonly status: number | null;
  /** For how long the server asks to be left alone. */
  readonly waitMs: number;

  constructor(message: string, remedy: Remedy, status: number | null = null, waitMs = 0) {
    super(message);
    this.remedy = remedy;
    this.status = status;
    this.waitMs = waitMs;
  }
}
