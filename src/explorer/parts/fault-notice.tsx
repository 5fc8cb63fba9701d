import type { Fault } from '../service/request.ts';

/** Says why an answer did not come, and offers to ask again. A fault of the token has a form of its own. */
export function FaultNotice({ fault, again }: { fault: Fault; again(): void }) {
  if (fault.kind === 'token' || fault.kind === 'ended-token') return null;
  return (
    <div class="notice fault" role="alert">
      <p>{fault.message}</p>
      {fault.kind !== 'not-found' && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Shown while the page waits for an answer. */
export function Waiting() {
  return (
    <p class="waiting" role="status">
      Loading…
    </p>
  );
}
