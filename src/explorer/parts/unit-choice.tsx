import { firstDay, parseMonth } from '../../domain/month.ts';
import { capitalized } from '../../domain/text/wording.ts';
import { conversionInWords } from '../../records/filters/shared-filters.ts';
import { goTo, linkHere, parametersNamed } from '../address/navigation.ts';
import { conversionsQuestion, type FieldOverview } from '../service/questions.ts';
import { useAnswer } from '../service/use-answer.ts';
import type { Measure } from '../words/figures.ts';
import { List } from './choice.tsx';

const MEANING = {
  name: 'Per head and in dollars of one month',
  text: 'Per head, a figure is divided by the people of the place: the newest population of the year or of the five years before. In dollars of one month, each payment is multiplied by the price index of that month and divided by that of its own. A figure without a population or an index is missing. Projections, budgets, ranks and sentences stay in dollars as paid',
};

/** A field in the chosen unit, which its label says. */
export interface ShownField extends Omit<FieldOverview, 'unit'> {
  unit: Measure;
  /** The field as reports have it. */
  paid: FieldOverview;
  /** Its label inside a sentence. */
  inTitle: string;
  isConverted: boolean;
}

const AS_PAID = { per: null, prices: null };

/** The parameters of questions about a field. A percentage has no other unit. */
export function unitAsked({ unit }: Pick<FieldOverview, 'unit'>) {
  return unit === 'percent' ? AS_PAID : parametersNamed('per', 'prices');
}

export function inUnit(field: FieldOverview): ShownField {
  const { per, prices } = unitAsked(field);
  const words = unitInWords(per, prices);
  const inTitle = field.label.toLowerCase();
  if (words === undefined) return { ...field, paid: field, inTitle, isConverted: false };
  return {
    ...field,
    ...{ label: `${field.label}, ${words}`, meaning: `${field.meaning}. Figures are ${words}` },
    ...{ unit: per ? 'per_head' : field.unit, paid: field },
    ...{ inTitle: `${inTitle}, ${words}`, isConverted: true },
  };
}

/** `, per head, in dollars of June 2020` after the name of a figure; nothing for dollars as paid. */
export function unitAfterName(): string {
  const { per, prices } = unitAsked({ unit: 'amount' });
  const words = unitInWords(per, prices);
  return words === undefined ? '' : `, ${words}`;
}

function unitInWords(per: string | null, prices: string | null): string | undefined {
  const month = prices && parseMonth(prices);
  const day = month ? firstDay(month) : null;
  return conversionInWords({
    ...(per && { per: 'head' }),
    ...(day && { prices: { from: day, to: day } }),
  });
}

/** The end of the name of a saved file, so that figures of several units are not mixed up. */
export function unitFileEnd(field: Pick<FieldOverview, 'unit'>): string {
  const { per, prices } = unitAsked(field);
  return `${per ? '-per-head' : ''}${prices ? `-in-${prices}-dollars` : ''}`;
}

/** Whether it is known which units there are: a choice that comes late would move what stands below it. */
export function useHasUnits(): boolean {
  const { value, fault } = useAnswer(conversionsQuestion());
  return value !== null || fault !== null;
}

/** In which unit to show dollars, as far as there are populations of the states and price indexes. */
export function UnitChoice({
  states,
  field,
}: {
  states: readonly string[];
  field: Pick<FieldOverview, 'unit'>;
}) {
  const known = useAnswer(conversionsQuestion()).value;
  const { per, prices } = unitAsked(field);
  if (!known || field.unit === 'percent') return null;
  const month = prices ?? known.months.at(-1) ?? null;
  const hasPeople = per !== null || states.every((state) => known.populated.includes(state));
  const units = (hasPeople ? [null, 'head'] : [null]).flatMap((one) =>
    (month === null ? [null] : [null, month]).map((of) => ({ per: one, prices: of })),
  );
  if (units.length === 1) return null;
  const nameOf = (unit: { per: string | null; prices: string | null }) => `${unit.per} ${unit.prices}`;
  return (
    <List
      label="Unit"
      value={nameOf({ per, prices })}
      options={units.map((unit) => [
        nameOf(unit),
        capitalized(unitInWords(unit.per, unit.prices) ?? 'dollars'),
      ])}
      meaning={MEANING}
      isBare
      onChoose={(name) => goTo(linkHere({ ...units.find((unit) => nameOf(unit) === name), page: null }))}
    />
  );
}
