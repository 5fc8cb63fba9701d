import * as z from 'zod';
import { type Month, parseMonth } from '../month.ts';

/** A month in a JSON file, `2018-06`. */
export const monthText = z.string().transform((text, context): Month => {
  const month = parseMonth(text);
  if (month) return month;
  context.addIssue({ code: 'custom', message: `"${text}" is not a month like 2018-06` });
  return z.NEVER;
});
