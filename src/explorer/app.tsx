import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isEmbedded, useAddress, usePageTitle } from './address/navigation.ts';
import { PageFoot, PageHead, PartNotice, SampleNotice } from './parts/frame.tsx';
import { FaultNotice, Waiting } from './parts/loaded.tsx';
import { NO_OVERVIEW, OverviewContext } from './service/overview.ts';
import { overviewQuestion } from './service/questions.ts';
import type { Fault } from './service/request.ts';
import { isOnThisMachine, keepToken, sessionToken } from './service/session.ts';
import { forgetAnswers, handleTokenFaults, useAnswer } from './service/use-answer.ts';
import { ShareMenu } from './table/offers.tsx';
import { viewAt } from './views/index.ts';

/** The page, or the form for a token while the service wants one. */
export function App() {
  const [refusal, setRefusal] = useState<Fault | null>(null);
  const [tokens, setTokens] = useState(0);
  useEffect(() => handleTokenFaults(setRefusal), []);
  // with each token, everything is asked again
  const startWith = (token: string) => {
    keepToken(token);
    forgetAnswers();
    setRefusal(null);
    setTokens(tokens + 1);
  };
  return <Page key={tokens} refusal={refusal} onToken={startWith} />;
}

/** The head and the foot, and between them the view of the address. */
function Page({ refusal, onToken }: { refusal: Fault | null; onToken(token: string): void }) {
  const address = useAddress();
  const main = useRef<HTMLElement>(null);
  const { value, fault, again } = useAnswer(overviewQuestion());
  const { Show, parts, place } = viewAt(address);
  useFocusOnMove(main, place);
  // a page that stays open learns of new data when its reader moves on
  useEffect(() => {
    if (value) again();
  }, [place]);
  return (
    <OverviewContext.Provider value={value?.data ?? NO_OVERVIEW}>
      {!isEmbedded() && (
        <>
          <button type="button" class="skip" onClick={() => main.current?.focus()}>
            Skip to the content
          </button>
          <PageHead hasSearch={refusal === null && address.path !== '/'} />
        </>
      )}
      {refusal === null && <SampleNotice />}
      <PartNotice />
      {/* another element once the notice above it is known: it does not move then */}
      <main key={String(value === null)} ref={main} id="main" tabIndex={-1}>
        {refusal === null && value && <ShareMenu />}
        {/* what documents of an older version answered is asked again */}
        <Boundary key={`${place} ${value?.data.version}`}>
          {refusal ? (
            <TokenForm fault={refusal} hadToken={sessionToken() !== null} onToken={onToken} />
          ) : fault ? (
            <FaultNotice fault={fault} again={again} />
          ) : value ? (
            <Show parts={parts} />
          ) : (
            <Waiting />
          )}
        </Boundary>
      </main>
      {refusal === null && !isEmbedded() && <PageFoot />}
    </OverviewContext.Provider>
  );
}

/** Says what to do if a view fails, in place of a blank page. */
class Boundary extends Component<{ children: ComponentChildren }, { hasFailed: boolean }> {
  static override getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div class="notice fault" role="alert">
        <h1>This view cannot be shown</h1>
        <p>Load the page again. If it fails again, update your browser, or read the figures under “API”.</p>
        <button type="button" onClick={() => location.reload()}>
          Load again
        </button>
      </div>
    );
  }
}

/** After a move to another view, keyboard and screen reader continue at its start. */
function useFocusOnMove(main: { current: HTMLElement | null }, place: string): void {
  const shown = useRef(place);
  useLayoutEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    main.current?.focus({ preventScroll: true });
  }, [place]);
}

interface TokenFormProps {
  /** Why the service gave no answer. */
  fault: Fault;
  /** Whether it got a token. */
  hadToken: boolean;
  onToken(token: string): void;
}

function reasonOf({ kind, message }: Fault, hadToken: boolean): string {
  if (kind === 'ended-token') return message;
  return hadToken
    ? 'The service does not know this token. Check that you copied all of it.'
    : 'This service shows its figures to people with an access token.';
}

/** Asks for an access token. */
function TokenForm({ fault, hadToken, onToken }: TokenFormProps) {
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
          printed in the terminal. Each start has another one, which works once.
        </p>
      )}
      <button type="submit">Show the figures</button>
    </form>
  );
}
