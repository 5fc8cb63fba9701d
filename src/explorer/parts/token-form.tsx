import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Fault } from '../service/request.ts';
import { isKeptToken, isOnThisMachine } from '../service/session.ts';
import { usePageTitle } from './page-title.ts';

interface TokenFormProps {
  /** Why the service gave no answer. */
  fault: Fault;
  /** Whether it got a token. */
  hadToken: boolean;
  onToken(token: string): void;
}

function reasonOf({ kind, message }: Fault, hadToken: boolean): string {
  if (kind === 'ended-token') return message;
  if (isKeptToken()) return 'This browser has the token of an earlier start. Each start has another one.';
  return hadToken
    ? 'The service does not know this token. Check that you copied all of it.'
    : 'This service shows its figures to people with an access token.';
}

/** Asks for an access token. */
export function TokenForm({ fault, hadToken, onToken }: TokenFormProps) {
  const field = useRef<HTMLInputElement>(null);
  usePageTitle('Access token');
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="token-form"
      onSubmit={(event) => {
        event.preventDefault();
        const token = field.current?.value.trim() ?? '';
        if (token !== '') onToken(token);
      }}
    >
      <h1>Enter an access token</h1>
      <p role="alert">{reasonOf(fault, hadToken)}</p>
      <label for="token">Access token</label>
      <input
        ref={field}
        id="token"
        type="password"
        autocomplete="off"
        spellcheck={false}
        required
        aria-describedby="token-hint"
      />
      <p id="token-hint" class="hint">
        It begins with <span class="code">sta_</span>. The operator of the service creates one with{' '}
        <span class="code">allocations token create &lt;name&gt;</span>. This tab forgets it when you close
        it.
      </p>
      {isOnThisMachine() && (
        <p class="notice">
          Did you start the service with <span class="code">explore</span>? Then open the last address that it
          printed in the terminal. Each of them works once.
        </p>
      )}
      <button type="submit">Show the figures</button>
    </form>
  );
}
