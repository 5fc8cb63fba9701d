import type { ComponentChildren } from 'preact';
import type { Fault } from '../service/request.ts';
import type { LoadedAnswer } from '../service/use-answer.ts';

interface LoadedProps<Body> {
  answer: LoadedAnswer<Body>;
  children(value: Body): ComponentChildren;
}

/** Shows an answer once it is there, or why it did not come. While the next one loads, the last one stays. */
export function Loaded<Body>({ answer: { value, fault, again, isOld }, children }: LoadedProps<Body>) {
  if (fault) return <FaultNotice fault={fault} again={again} />;
  if (value === null) return <Waiting />;
  return (
    <div class="loaded" aria-busy={isOld}>
      {children(value)}
    </div>
  );
}

/** An answer that is complete with another one: a view that shows the first alone would move when the other comes. */
export function withOther<Body>(
  answer: LoadedAnswer<Body>,
  other: LoadedAnswer<unknown>,
): LoadedAnswer<Body> {
  const fault = answer.fault ?? other.fault;
  const again = () => {
    answer.again();
    other.again();
  };
  const isWaiting = answer.isWaiting || other.isWaiting;
  return { ...answer, fault, again, isWaiting, value: other.value === null ? null : answer.value };
}

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
