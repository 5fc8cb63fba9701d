import { useEffect, useRef, useState } from 'preact/hooks';
import { useAddress } from './address/navigation.ts';
import { PageFoot, PageHead } from './parts/frame.tsx';
import { SampleNotice } from './parts/sample-notice.tsx';
import { TokenForm } from './parts/token-form.tsx';
import type { Fault } from './service/request.ts';
import { keepToken, sessionToken } from './service/session.ts';
import { forgetAnswers, handleTokenFaults } from './service/use-answer.ts';
import { viewAt } from './views/index.ts';
import { NothingHere } from './views/nothing-here.tsx';

/** The page: its head, the view of the address, or the form for a token while the service wants one. */
export function App() {
  const address = useAddress();
  const [refusal, setRefusal] = useState<Fault | null>(null);
  const [tokens, setTokens] = useState(0);
  const main = useRef<HTMLElement>(null);
  useEffect(() => handleTokenFaults(setRefusal), []);
  useFocusOnMove(main, address.path);
  const found = viewAt(address);
  const start = (token: string) => {
    keepToken(token);
    forgetAnswers();
    setRefusal(null);
    setTokens(tokens + 1);
  };
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      {/* the head asks again with each token */}
      <PageHead key={tokens} address={address} hasSearch={refusal === null && address.path !== '/'} />
      {refusal === null && <SampleNotice />}
      <main ref={main} id="main" tabIndex={-1}>
        {refusal ? (
          <TokenForm fault={refusal} hadToken={sessionToken() !== null} onToken={start} />
        ) : found ? (
          <found.view.Show key={address.path} address={address} parts={found.parts} />
        ) : (
          <NothingHere />
        )}
      </main>
      {refusal === null && <PageFoot />}
    </>
  );
}

/** After a move to another view, keyboard and screen reader continue at its start. */
function useFocusOnMove(main: { current: HTMLElement | null }, path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
}
