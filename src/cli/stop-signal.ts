import { OperatorError } from '../domain/operator-error.ts';

/** Ctrl-C and SIGTERM give a command up; the exit code is the shell's for the signal. `state` says how things are then. */
export function stopSignal(state: string): AbortSignal {
  const controller = new AbortController();
  const stop = (name: string, code: number) => {
    controller.abort(new OperatorError(`stopped by ${name}; ${state}`, code));
  };
  process.once('SIGINT', () => stop('SIGINT', 130));
  process.once('SIGTERM', () => stop('SIGTERM', 143));
  return controller.signal;
}
