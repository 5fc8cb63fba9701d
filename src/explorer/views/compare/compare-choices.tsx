import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { choiceOf, goTo, linkHere, parametersNamed } from '../../address/navigation.ts';
import { BasisChoice, countedBy } from '../../parts/basis-choice.tsx';
import { Choice, LinkTabs, List } from '../../parts/choice.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { UnitChoice } from '../../parts/unit-choice.tsx';
import { meaningOf } from '../../words/meanings.ts';
import { CHARTS, isWithoutTaxes, SPANS, TAX_CHOICE } from '../jurisdiction/charts.ts';

/** Readers cannot tell more lines apart. */
export const MOST = 8;

/** Figures, or each line relative to its own mean of a year. */
const SCALES = [
  ['figures', 'figures'],
  ['index', 'index, start = 100'],
] as const;

/** All lines in one chart, or each in a small chart of its own. */
const LAYOUTS = [
  ['together', 'in one chart'],
  ['each', 'one chart each'],
] as const;

export type CompareChoice = ReturnType<typeof readCompareChoice>;

/** Everything that a comparison shows, read from its address. */
export function readCompareChoice() {
  const given = parametersNamed('ids', 'field', 'scale');
  const ids = (given.ids ?? '').split(',').map((id) => id.trim());
  const chart = choiceOf('chart', CHARTS);
  // 0.2.0 had several indexes; a change is relative already
  const [scale = null] = SCALES.filter(([name]) => given.scale?.startsWith(name)).map(([name]) => name);
  return {
    ids: [...new Set(ids.filter((id) => id !== ''))],
    // `null` is the field that each state shows first
    field: given.field,
    ...countedBy(),
    chart,
    // `null` is the index if the places differ in size
    scale: chart === 'change' ? 'figures' : scale,
    isSplit: choiceOf('lines', LAYOUTS) === 'each',
    years: choiceOf('years', SPANS),
  };
}

interface CompareChoicesProps {
  choice: CompareChoice;
  /** The states of the compared places. */
  states: readonly StateOverview[];
  usualScale: string;
  hasTaxChange: boolean;
}

/** Which figure to compare, and how. Each choice is an address. */
export function CompareChoices({ choice, states, usualScale, hasTaxChange }: CompareChoicesProps) {
  const { chart, ids, scale } = choice;
  const headline = states[0]?.headline ?? '';
  const fields = sharedFields(states);
  const field = fields.find(({ name }) => name === (choice.field ?? headline));
  return (
    <div class="choices chart-choices">
      <LinkTabs
        label="Charts"
        links={CHARTS.map(([name, text]) => [
          ...([text, linkHere({ chart: name === CHARTS[0][0] ? null : name }), name === chart] as const),
        ])}
      />
      <Choices>
        <Choice
          label="Figure"
          parameter="field"
          usual={headline}
          options={fields.map(({ name, label }) => [name, label] as const)}
          meaning={meaningOf(fields, choice.field ?? headline)}
        />
        {field && <UnitChoice states={states.map(({ state }) => state)} field={field} />}
        <Choice label="Time" parameter="years" options={SPANS} />
        <BasisChoice states={states} />
        {chart !== 'change' && (
          <List
            label="Show"
            value={scale ?? usualScale}
            options={SCALES}
            onChoose={(name) => goTo(linkHere({ scale: name === usualScale ? null : name }))}
          />
        )}
        {ids.length > 1 && <Choice label="Lines" parameter="lines" options={LAYOUTS} />}
        {(hasTaxChange || isWithoutTaxes()) && <Choice {...TAX_CHOICE} />}
      </Choices>
    </div>
  );
}

/** The fields that all states have, with one label and unit. */
function sharedFields([first, ...others]: readonly StateOverview[]): StateOverview['fields'] {
  return (first?.fields ?? []).filter(({ name, unit }) =>
    others.every(({ fields }) => fields.some((field) => field.name === name && field.unit === unit)),
  );
}
