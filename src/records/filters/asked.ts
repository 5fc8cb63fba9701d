import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { REPORT_KINDS, STATE_CODES, STATES, STATES_WITH_COUNTIES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { DatasetView } from '../../store/query/view.ts';
import type { RecordList } from '../list.ts';
import { listingOf } from '../listings.ts';
import { completeAsked, type ParsedFilter, type ParsedFilters } from './complete-asked.ts';
import type { Asked, DateSpan, Filter, Filters, FilterValues } from './filter.ts';
import {
  choiceParameter,
  countParameter,
  countyParameter,
  dateParameter,
  idsParameter,
  membersParameter,
  momentParameter,
  monthParameter,
  type Parameter,
  rangeParameter,
  sortParameter,
  textParameter,
  typeParameter,
  versionParameter,
} from './parameters.ts';
import { askedMoment, askedVersion } from './versions.ts';

const [FIRST_KIND = '', ...OTHER_KINDS] = REPORT_KINDS.map(({ name }) => name);
const KIND_NAMES = [FIRST_KIND, ...OTHER_KINDS] as const;
const WITH_COUNTIES = STATES.filter(({ hasCounties }) => hasCounties);

const IN_ORDER = 'the order of the list';

/** How each kind of filter reads its text. */
const PARAMETERS: Readonly<
  Record<keyof FilterValues, (filter: Filter, state: State | null) => Parameter<ParsedFilter>>
> = {
  state: ({ meaning }) => choiceParameter(meaning, STATE_CODES),
  report_kind: ({ meaning }) => choiceParameter(meaning, KIND_NAMES),
  type: ({ meaning }) => typeParameter(meaning),
  county: ({ meaning }, state) =>
    state
      ? countyParameter(meaning, [state])
      : countyParameter(`${meaning}. The dataset has counties for ${STATES_WITH_COUNTIES}`, WITH_COUNTIES),
  jurisdictions: ({ meaning }, state) =>
    idsParameter(
      `${meaning}: ids separated by commas. Find them with /api/jurisdictions`,
      listingOf(state ?? STATES[0]).example.id,
    ),
  jurisdiction: ({ meaning }) =>
    countParameter(
      { description: meaning, 'x-example': listingOf(STATES[0]).example.id },
      Number.MAX_SAFE_INTEGER,
    ),
  date: ({ meaning, example = '2026-11-01' }) => dateParameter(meaning, `${example}`),
  month: ({ meaning }) => monthParameter(meaning),
  span: ({ meaning }) => rangeParameter(meaning, true),
  days: ({ meaning }) => rangeParameter(meaning, false),
  version: ({ meaning }) => versionParameter(meaning),
  moment: ({ meaning }) => momentParameter(meaning),
  text: ({ meaning, example = '' }) => textParameter(meaning, `${example}`),
  choice: ({ meaning, choices = [] }) => choiceParameter(meaning, choices),
  count: ({ meaning, example = 1, most = Number.MAX_SAFE_INTEGER }) =>
    countParameter({ description: meaning, 'x-example': example }, most),
  first_month: (filter) => countParameter({ description: filterMeaning(filter), 'x-example': 7 }, 12),
  flag: ({ meaning }) => choiceParameter(meaning, ['true']),
  sort: ({ choices = [], usual = IN_ORDER, example = choices[0], ties = IN_ORDER }) =>
    sortParameter(choices, usual, `${example}`, ties),
  members: ({ meaning, choices = [], example = '' }) => membersParameter(meaning, choices, `${example}`),
};

const STARTS = STATES.map(({ name, calendar }) => `${fiscalYearToDateStart(calendar)} in ${name}`);

/** The meaning of a filter, with what depends on the states. */
export function filterMeaning({ kind, meaning }: Filter): string {
  return kind === 'first_month' ? `${meaning}. Default: ${STARTS.join(', ')}` : meaning;
}

/** The mark of a former name of a parameter, which documents leave out. */
export const FORMER = 'x-former';

/** The parameter of each filter, and of its aliases. `state` is the one of the address. */
export function parametersOf(
  filters: Filters,
  state: State | null = null,
): Record<string, Parameter<ParsedFilter>> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const parameter = PARAMETERS[filter.kind](filter, state);
      const former = (filter.aliases ?? []).map((alias) => [alias, parameter.meta({ [FORMER]: true })]);
      return [[name, parameter], ...former];
    }),
  );
}

/** Completes what a request of the service asks for. Throws a `WrongFilter` if the dataset does not have it. */
export function checkAsked(list: RecordList, view: DatasetView, parsed: ParsedFilters): Asked<Filters> {
  return completeAsked(list, view, parsed, {
    version: (_, given) => askedVersion(view, `${given}`),
    moment: (_, given) => askedMoment(view, `${given}`),
  });
}

/** Whether the months of a request do not end before they begin. */
export function isSpan({ from, to }: ParsedFilters): boolean {
  return !hasMonth(from) || !hasMonth(to) || from.from <= to.from;
}

function hasMonth(value: ParsedFilters[string]): value is DateSpan & { from: string } {
  return typeof value === 'object' && 'from' in value && value.from !== null;
}
