import { OperatorError } from '../domain/operator-error.ts';
import { SIGNAL_CODES } from './exit-codes.ts';

/** A signal that Ctrl-C and SIGTERM abort. `state` tells the operator how the stopped command leaves things. */
export function stopSignal(state: string): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () =>
      controller.abort(new OperatorError(`Stopped by ${name}. ${state}`, SIGNAL_CODES[name])),
    );
  return controller.signal;
}
