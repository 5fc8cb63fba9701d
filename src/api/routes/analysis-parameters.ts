import { firstDay, type Month } from '../../domain/month.ts';
import type { State } from '../../states/state.ts';
import { Refusal } from '../http/errors.ts';
import { listingOf } from '../listings.ts';
import { nearestName } from '../nearest-name.ts';
import {
  countyParameter,
  type DateSpan,
  idsParameter,
  monthParameter,
  typeParameter,
} from '../parameters.ts';

/** The parameters that choose jurisdictions of a state. */
export function filterParameters(state: State) {
  return {
    type: typeParameter,
    county: countyParameter('Only jurisdictions in this county', [state]),
    jurisdictions: idsParameter(
      'Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions',
      listingOf(state).example.id,
    ),
  };
}

/** The parameters that limit the months of an answer. */
export const spanParameters = {
  from: monthParameter('Only this allocation period and later ones'),
  to: monthParameter('Only this allocation period and earlier ones'),
};

interface SpanQuery {
  from?: DateSpan | undefined;
  to?: DateSpan | undefined;
}

/** Whether a span does not end before it begins. `SPAN_FAULT` says so if it does. */
export function isSpan({ from, to }: SpanQuery): boolean {
  return !from?.from || !to?.to || from.from <= to.to;
}

export const SPAN_FAULT = { path: ['from'], message: 'is later than to. Exchange them.' };

/** The entries of the asked months, newest first. */
export function newestFirst<Entry extends { month: Month }>(
  entries: readonly Entry[],
  query: SpanQuery,
): Entry[] {
  const [from, to] = [query.from?.from ?? '', query.to?.to ?? '9'];
  return entries.filter(({ month }) => firstDay(month) >= from && firstDay(month) <= to).reverse();
}

/** The field that a request names. Throws a `Refusal` if the state does not have it. */
export function fieldOf({ name, fields, headline }: State, asked = headline): string {
  const names = fields.map((field) => field.name);
  if (names.includes(asked)) return asked;
  const fault = `${name} has no field "${asked.slice(0, 60)}". ${nearestName(asked, names)}`;
  throw new Refusal(422, `field: ${fault}`, { field: [fault] });
}
