import type { PartPage } from '../../../../client/generated/types.gen.ts';
import { toTheCent } from '../../../../derive/fiscal-year.ts';
import { linear } from '../../../chart/scales.ts';
import type { FigureOfRecord } from '../../../figures.ts';
import { DifferenceBar } from '../../../parts/change.tsx';
import type { TableColumn } from '../../../table/columns.ts';
import { FigureTable } from '../../../table/figure-table.tsx';

/** A part of the payments of some months, with its sign; or the payments. */
type Step = Pick<PartPage['data'][number], 'part' | 'name' | 'meaning'> & {
  amount: Pick<FigureOfRecord, 'value' | 'ago'>;
};

interface WaterfallProps {
  title: string;
  caption: string;
  payment: Pick<FigureOfRecord, 'value' | 'ago' | 'change'> | undefined;
  parts: readonly Step[];
  fileName: string;
}

/** How each part took the payment from that of the year before to that of the months. Empty if they cannot be compared. */
export function Waterfall({ title, caption, payment, parts, fileName }: WaterfallProps) {
  if (typeof payment?.change !== 'number' || parts.length === 0) return null;
  const steps: Step[] = [...parts, { part: 'payment', name: 'Payment', meaning: '', amount: payment }];
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <FigureTable
        caption={caption}
        columns={columnsOf(steps)}
        rows={steps}
        keyOf={({ part }) => part}
        fileName={fileName}
      />
    </section>
  );
}

/** A part without a figure adds nothing. */
function differenceOf({ amount: { value, ago } }: Step): number {
  return toTheCent((value ?? 0) - (ago ?? 0));
}

function columnsOf(steps: readonly Step[]): TableColumn<Step>[] {
  // each part begins where the one before ended, and the payment at zero
  const startOf = (step: Step) => {
    const before = step.part === 'payment' ? [] : steps.slice(0, steps.indexOf(step));
    return before.reduce((sum, one) => sum + differenceOf(one), 0);
  };
  const ends = steps.flatMap((step) => [startOf(step), startOf(step) + differenceOf(step)]);
  const position = linear([Math.min(...ends), Math.max(...ends)], [0, 100]);
  return [
    {
      ...{ id: 'name', head: 'Part' },
      value: ({ name }) => name,
      show: ({ meaning }, name) => (
        <>
          {name} {meaning && <span class="hint what">{meaning}.</span>}
        </>
      ),
    },
    { ...{ id: 'before', head: 'Year before', content: 'amount' }, value: ({ amount }) => amount.ago },
    { ...{ id: 'now', head: 'Now', content: 'amount' }, value: ({ amount }) => amount.value },
    {
      ...{ id: 'difference', head: 'Difference', content: 'amount', isSigned: true, isTelling: true },
      value: differenceOf,
    },
    {
      ...{ id: 'bar', head: 'Less or more', isOfPage: true },
      value: differenceOf,
      show: (step) => (
        <DifferenceBar from={startOf(step)} difference={differenceOf(step)} position={position} />
      ),
    },
  ];
}
