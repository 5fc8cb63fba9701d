import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Answered, ask, Fault, forgetPrepared, type Inquiry, prepare } from './request.ts';

/** What is known of a question: its answer, or the fault, or neither yet. `again` repeats the question. */
export interface LoadedAnswer<Body> {
  value: Body | null;
  fault: Fault | null;
  /** Whether there is neither an answer nor a fault yet; false if nothing was asked. */
  isWaiting: boolean;
  /** Whether the value answers the question before this one, whose answer is still to come. */
  isOld: boolean;
  again(): void;
}

type Known = Pick<LoadedAnswer<unknown>, 'value' | 'fault'>;
const NOTHING: Known = { value: null, fault: null };

/** Requests under way, so that two parts of a view that ask the same send one request. */
const underWay = new Map<string, Promise<Answered<unknown>>>();
/** Answers so far: a view that is opened again shows them at once, while the service says whether they still hold. */
const answers = new Map<string, unknown>();
let onTokenFault: (fault: Fault) => void = () => {};

/** Names what to do if the service wants a token or another one. */
export function handleTokenFaults(handle: (fault: Fault) => void): void {
  onTokenFault = handle;
}

/** Forgets all answers: another token may read other data. */
export function forgetAnswers(): void {
  answers.clear();
  forgetPrepared();
}

/** A view is drawn before what its choices need is loaded. */
const PAUSE_MS = 300;

/** Once a view has its figures, loads what answers its questions with other choices, which then need no request. */
export function usePrepared(isComplete: boolean, ...questions: readonly Inquiry<unknown>[]): void {
  const asked = isComplete ? questions.map(({ address }) => address).join('\n') : '';
  useEffect(() => {
    const load = async () => {
      // without it, the service answers
      for (const address of asked.split('\n').filter(Boolean)) await prepare({ address }).catch(() => {});
    };
    const timer = setTimeout(load, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
}

function askOnce<Body>(question: Inquiry<Body>): Promise<Answered<unknown>> {
  const known = underWay.get(question.address);
  if (known) return known;
  const asked = ask(question).finally(() => underWay.delete(question.address));
  underWay.set(question.address, asked);
  return asked;
}

/** A value; while it is not ready, the last one that was, so that a view stays as it is until it has something new. */
export function useLastReady<Value>(value: Value, isReady: boolean): Value {
  const last = useRef(value);
  if (isReady) last.current = value;
  return isReady ? value : last.current;
}

/** Asks a question, again whenever its address changes; `null` asks nothing. */
export function useAnswer<Body>(question: Inquiry<Body> | null): LoadedAnswer<Body>;
export function useAnswer(question: Inquiry<unknown> | null): LoadedAnswer<unknown> {
  const [answer = NOT_ASKED] = useAnswers([question]);
  const value = useLastReady(answer.value, !answer.isWaiting);
  const isOld = answer.isWaiting && value !== null;
  return { ...answer, value, isOld, isWaiting: answer.isWaiting && !isOld };
}

const NOT_ASKED: LoadedAnswer<unknown> = { ...NOTHING, isWaiting: false, isOld: false, again: () => {} };

/** Asks several questions of one kind, each again whenever its address changes; the answers are in their order. */
export function useAnswers<Body>(questions: readonly (Inquiry<Body> | null)[]): LoadedAnswer<Body>[];
export function useAnswers(questions: readonly (Inquiry<unknown> | null)[]): LoadedAnswer<unknown>[] {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const [round, setRound] = useState(0);
  const asked = questions.map((question) => question?.address).join('\n');
  useEffect(() => {
    let isCurrent = true;
    const settle = (address: string, next: Known) => {
      if (isCurrent) setKnown((before) => new Map(before).set(address, next));
    };
    for (const address of asked.split('\n').filter(Boolean))
      askOnce({ address }).then(
        ({ body }) => {
          answers.set(address, body);
          settle(address, { value: body, fault: null });
        },
        (error: unknown) => {
          const fault = error instanceof Fault ? error : new Fault('failed', String(error));
          if (fault.kind === 'token' || fault.kind === 'ended-token') onTokenFault(fault);
          settle(address, { value: null, fault });
        },
      );
    return () => {
      isCurrent = false;
      // an answer that is asked for again may have changed since
      setKnown(new Map());
    };
  }, [asked, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return questions.map((question) => {
    if (question === null) return NOT_ASKED;
    const { address } = question;
    const { value, fault } = known.get(address) ?? { value: answers.get(address) ?? null, fault: null };
    return { value, fault, isWaiting: value === null && fault === null, isOld: false, again };
  });
}
