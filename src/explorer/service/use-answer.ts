import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { keepOnly } from './engine.ts';
import type { Question } from './questions.ts';
import { Fault } from './request.ts';

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
const underWay = new Map<string, Promise<unknown>>();
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
  keepOnly(null);
}

function askOnce({ key, find }: Question<unknown>): Promise<unknown> {
  const known = underWay.get(key);
  if (known) return known;
  const asked = find().finally(() => underWay.delete(key));
  underWay.set(key, asked);
  return asked;
}

/** A value; while it is not ready, the last one that was, so that a view stays as it is until it has something new. */
export function useLastReady<Value>(value: Value, isReady: boolean): Value {
  const last = useRef(value);
  if (isReady) last.current = value;
  return isReady ? value : last.current;
}

/** Asks a question, again whenever its key changes; `null` asks nothing. */
export function useAnswer<Body>(question: Question<Body> | null): LoadedAnswer<Body>;
export function useAnswer(question: Question<unknown> | null): LoadedAnswer<unknown> {
  const [answer = NOT_ASKED] = useAnswers([question]);
  const value = useLastReady(answer.value, !answer.isWaiting);
  const isOld = answer.isWaiting && value !== null;
  return { ...answer, value, isOld, isWaiting: answer.isWaiting && !isOld };
}

const NOT_ASKED: LoadedAnswer<unknown> = { ...NOTHING, isWaiting: false, isOld: false, again: () => {} };

/** Asks several questions of one kind, each again whenever its key changes; the answers are in their order. */
export function useAnswers<Body>(questions: readonly (Question<Body> | null)[]): LoadedAnswer<Body>[];
export function useAnswers(questions: readonly (Question<unknown> | null)[]): LoadedAnswer<unknown>[] {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const [round, setRound] = useState(0);
  const asked = questions.map((question) => question?.key).join('\n');
  useEffect(() => {
    let isCurrent = true;
    const settle = (key: string, next: Known) => {
      if (isCurrent) setKnown((before) => new Map(before).set(key, next));
    };
    for (const question of questions) {
      if (question === null) continue;
      const { key } = question;
      askOnce(question).then(
        (body) => {
          answers.set(key, body);
          settle(key, { value: body, fault: null });
        },
        (error: unknown) => {
          const fault = error instanceof Fault ? error : new Fault('failed', String(error));
          if (fault.kind === 'token' || fault.kind === 'ended-token') onTokenFault(fault);
          settle(key, { value: null, fault });
        },
      );
    }
    return () => {
      isCurrent = false;
      // an answer that is asked for again may have changed since
      setKnown(new Map());
    };
  }, [asked, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return questions.map((question) => {
    if (question === null) return NOT_ASKED;
    const { key } = question;
    const { value, fault } = known.get(key) ?? { value: answers.get(key) ?? null, fault: null };
    return { value, fault, isWaiting: value === null && fault === null, isOld: false, again };
  });
}
