import { firstDay, parseMonth } from '../../domain/month.ts';
import { capitalized } from '../../domain/text/wording.ts';
import { type AskedConversion, conversionInWords } from '../../records/filters/shared-filters.ts';
import { goTo, linkHere, parametersNamed } from '../address/navigation.ts';
import { conversionsQuestion, type FieldOverview } from '../service/questions.ts';
import { useAnswer } from '../service/use-answer.ts';
import type { Measure } from '../words/figures.ts';
import { spanOfMonth } from '../words/periods.ts';
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

/** The unit of questions about a field. A percentage has no other one. */
export function unitAsked({ unit }: Pick<FieldOverview, 'unit'>): AskedConversion {
  const { per, prices } = parametersNamed('per', 'prices');
  const month = prices && parseMonth(prices);
  if (unit === 'percent') return {};
  return { ...(per && { per: 'head' }), ...(month && { prices: spanOfMonth(firstDay(month)) }) };
}

export function inUnit(field: FieldOverview): ShownField {
  const asked = unitAsked(field);
  const words = conversionInWords(asked);
  const inTitle = field.label.toLowerCase();
  if (words === undefined) return { ...field, paid: field, inTitle, isConverted: false };
  return {
    ...field,
    ...{ label: `${field.label}, ${words}`, meaning: `${field.meaning}. Figures are ${words}` },
    ...{ unit: asked.per ? 'per_head' : field.unit, paid: field },
    ...{ inTitle: `${inTitle}, ${words}`, isConverted: true },
  };
}

/** `, per head, in dollars of June 2020` after the name of a figure; nothing for dollars as paid. */
export function unitAfterName(): string {
  const words = conversionInWords(unitAsked({ unit: 'amount' }));
  return words === undefined ? '' : `, ${words}`;
}

/** The end of the name of a saved file, so that figures of several units are not mixed up. */
export function unitFileEnd(field: Pick<FieldOverview, 'unit'>): string {
  const { per, prices } = unitAsked(field);
  return `${per ? '-per-head' : ''}${prices ? `-in-${prices.from?.slice(0, 7)}-dollars` : ''}`;
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
  const asked = unitAsked(field);
  if (!known || field.unit === 'percent') return null;
  const newest = known.months.at(-1);
  const prices = asked.prices ?? (newest && spanOfMonth(firstDay(newest)));
  const hasPeople = asked.per || states.every((state) => known.populated.includes(state));
  const units = [{}, ...(hasPeople ? [{ per: 'head' } as const] : [])].flatMap((unit): AskedConversion[] =>
    prices ? [unit, { ...unit, prices }] : [unit],
  );
  if (units.length === 1) return null;
  const nameOf = (unit: AskedConversion) => conversionInWords(unit) ?? 'dollars';
  return (
    <List
      label="Unit"
      value={nameOf(asked)}
      options={units.map((unit) => [nameOf(unit), capitalized(nameOf(unit))])}
      meaning={MEANING}
      onChoose={(name) => {
        const { per, prices: of } = units.find((unit) => nameOf(unit) === name) ?? {};
        goTo(linkHere({ per, prices: of?.from?.slice(0, 7), page: null }));
      }}
    />
  );
}
