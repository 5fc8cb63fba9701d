import { useEffect, useRef } from 'preact/hooks';
import { usePageTitle } from './page-title.ts';

interface TokenFormProps {
  /** Whether the service refused a token; otherwise there was none. */
  hadToken: boolean;
  /** What the service said of it. */
  message: string;
  onToken(token: string): void;
}

/** Asks for an access token. */
export function TokenForm({ hadToken, message, onToken }: TokenFormProps) {
  const field = useRef<HTMLInputElement>(null);
  usePageTitle('Access token');
  useEffect(() => field.current?.focus(), []);
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
      <p role="alert">
        {hadToken ? message : 'This service shows its figures to people with an access token.'}
      </p>
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
      <button type="submit">Show the figures</button>
    </form>
  );
}
