import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isEmbedded, useAddress } from './address/navigation.ts';
import { PageFoot, PageHead, PartNotice, SampleNotice } from './parts/frame.tsx';
import { FaultNotice, Waiting } from './parts/loaded.tsx';
import { TokenForm } from './parts/token-form.tsx';
import { NO_OVERVIEW, OverviewContext } from './service/overview.ts';
import { overviewQuestion } from './service/questions.ts';
import type { Fault } from './service/request.ts';
import { keepToken, onKeptToken, sessionToken } from './service/session.ts';
import { forgetAnswers, handleTokenFaults, useAnswer } from './service/use-answer.ts';
import { ShareMenu } from './table/offers.tsx';
import { viewAt } from './views/index.ts';

/** The page, or the form for a token while the service wants one. */
export function App() {
  const [refusal, setRefusal] = useState<Fault | null>(null);
  const [tokens, setTokens] = useState(0);
  useEffect(() => handleTokenFaults(setRefusal), []);
  const start = () => {
    forgetAnswers();
    setRefusal(null);
    setTokens(tokens + 1);
  };
  useEffect(() => (refusal ? onKeptToken(start) : undefined), [refusal]);
  // with each token, everything is asked again
  const startWith = (token: string) => {
    keepToken(token);
    start();
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
