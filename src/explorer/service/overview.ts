import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Overview, StateOverview } from '../../client/generated/types.gen.ts';

/** What the page knows of the dataset before the service tells it. */
export const NO_OVERVIEW: Overview = {
  version: '',
  updated_at: null,
  program_version: '',
  states: [],
  runs: [],
};

/** What the dataset has: states, their fields, months and findings. Every part of the page reads it. */
export const OverviewContext = createContext(NO_OVERVIEW);

export function useOverview(): Overview {
  return useContext(OverviewContext);
}

/** The states with payments, that with the largest newest month first. */
export function largestFirst(states: readonly StateOverview[]): StateOverview[] {
  const paid = ({ newest }: StateOverview) => newest?.sum.payment.value ?? 0;
  return states.filter(({ newest }) => newest !== null).sort((one, other) => paid(other) - paid(one));
}
