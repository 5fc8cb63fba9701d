import * as z from 'zod';
import { EVENT_WORDS, type OwnEvent } from '../domain/allocation.ts';
import { STATE_CODES } from '../states/index.ts';
import { codeIn, keyOf, monthCell, readRegister } from './register.ts';

const eventColumns = z.object({
  from: monthCell,
  to: z.literal('').or(monthCell),
  state: z.enum(['', ...STATE_CODES]),
  code: z.string(),
  text: z
    .string()
    .min(1, 'must not be blank')
    .refine((text) => text.split(/\s+/).length <= EVENT_WORDS, `must have at most ${EVENT_WORDS} words`),
});
const withCode = codeIn('code');
const eventRow = eventColumns.transform((row, context): OwnEvent => {
  const refuse = (column: string, message: string) => {
    context.addIssue({ code: 'custom', path: [column], message });
    return z.NEVER;
  };
  const { from, text } = row;
  const to = row.to || from;
  if (to < from) return refuse('to', `must not be before ${from}`);
  if (row.state === '')
    return row.code === ''
      ? { from, to, state: null, code: null, text }
      : refuse('state', 'a code needs its state');
  const { state } = row;
  const code = row.code === '' ? null : withCode(row, context).code;
  return { from, to, state, code, text };
});

/** Reads the events of a folder of registers. A missing file counts as empty. Throws an `OperatorError` with file and line. */
export function readEvents(folder: string): OwnEvent[] {
  const keyOfEvent = ({ from, to, state, code, text }: OwnEvent) =>
    keyOf(from, to, state ?? '', code ?? '', text);
  return [...readRegister(folder, 'events.csv', eventColumns, eventRow, keyOfEvent).values()];
}
