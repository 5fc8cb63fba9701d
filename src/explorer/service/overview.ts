import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Overview } from '../../client/generated/types.gen.ts';

/** What the page knows of the dataset before the service tells it. */
export const NO_OVERVIEW: Overview = {
  version: '',
  updated_at: null,
  program_version: '',
  states: [],
  runs: [],
};

/** What the dataset has: states, their fields, months, held reports and findings. Every part of the page reads it. */
export const OverviewContext = createContext(NO_OVERVIEW);

export function useOverview(): Overview {
  return useContext(OverviewContext);
}
