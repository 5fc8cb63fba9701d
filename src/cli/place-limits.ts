import { Option } from 'commander';
import type { KnownJurisdiction } from '../domain/reading/figure-reading.ts';
import { STATE_CODES } from '../states/index.ts';
import type { DatasetView } from '../store/query/view.ts';
import { chooseJurisdictions, scopeOf } from './choose-jurisdiction.ts';
import { readState } from './options.ts';

/** Options that limit what a command writes to some places. */
export interface PlaceLimits {
  onlyState?: string | undefined;
  onlyCounty?: string | undefined;
  jurisdictions?: string[] | undefined;
}

/** `what` begins each meaning: `Only places`. */
export function placeLimits(what: string): Option[] {
  return [
    new Option('--only-state <code>', `${what} of this state`).choices(STATE_CODES).argParser(readState),
    new Option('--only-county <name>', `${what} in this county`),
    new Option('--jurisdictions <jurisdictions...>', `${what} with these ids, codes or names`),
  ];
}

/** Whether any place may be left out. */
export function isLimited({ onlyState, onlyCounty, jurisdictions }: PlaceLimits): boolean {
  return (onlyState ?? onlyCounty ?? jurisdictions) !== undefined;
}

/** The places that the options name, and else all that they do not leave out. Throws an `OperatorError` for an unknown name. */
export function limitedPlaces(
  view: DatasetView,
  { onlyState: state, onlyCounty: county, jurisdictions }: PlaceLimits,
): readonly KnownJurisdiction[] {
  const scope = scopeOf(view, { state, county });
  return jurisdictions
    ? chooseJurisdictions(view.dataset, jurisdictions, scope)
    : view.search().within(scope);
}
