import type { ComponentChildren } from 'preact';
import { toSentence } from '../../domain/text/wording.ts';
import { linkTo } from '../address/address.ts';
import type { FigureOfRecord } from '../figures.ts';
import { countOf, directionOf, showFigure, unroundedChange } from '../words/figures.ts';
import { Popover } from './popover.tsx';

/** Why a sum and its change are doubtful, by how many payments are; `null` if none is. */
export function describeDoubts(payments: number): string | null {
  if (payments === 0) return null;
  return `The checks doubt ${countOf(payments, 'payment')} of this figure, or of that of a year before`;
}

/** A short text that opens more words. */
export function Why({ short, text }: { short: string; text: ComponentChildren }) {
  return (
    <span class="why">
      <Popover kind="word" label={short} name={short}>
        {text}
      </Popover>
    </span>
  );
}

/** Where the payments of a state are listed that the checks doubt. */
export function doubtsLink(state: string): string {
  return linkTo('/data/checks', { state, severity: 'warning' });
}

interface DoubtSignProps {
  reason: string | null | undefined;
  /** Where the doubted payments are. */
  link?: string | undefined;
}

/** A sign beside a doubtful figure. It opens the reason, and leads to the doubted payments. */
export function DoubtSign({ reason, link }: DoubtSignProps) {
  if (!reason) return null;
  return (
    <>
      {' '}
      <Popover kind="word" label="⚠" labelInFull={`Doubtful: ${reason}`} name="Doubtful">
        {reason}
        {link && '. '}
        {link && <a href={link}>Doubted payments</a>}
      </Popover>
    </>
  );
}

interface ChangeProps {
  figure: FigureOfRecord | null;
  name?: string | undefined;
}

/** A change with its sign; the color only repeats the sign. A doubtful one has a mark and no color. */
export function Change({ figure, name }: ChangeProps) {
  const change = changeIn(figure);
  if (change === null) return <span class="none">no comparison</span>;
  // a new tax is no growth
  const isPlain = isNewTax(figure) || (figure?.doubtful ?? 0) > 0;
  const direction = directionOf(growthIn(figure) ?? change);
  return (
    <b class={`change ${isPlain ? '' : direction}`} data-figure={name}>
      {showFigure(change, 'change')}
    </b>
  );
}

/** The change of a figure, not rounded if it is that of its two sums. */
export function changeIn(figure: FigureOfRecord | null): number | null {
  return figure && unroundedChange(figure.change, figure.value, figure.ago);
}

/** The change by which rows are sorted and colored: the comparable one, where it is known. */
export function growthIn(figure: FigureOfRecord | null): number | null {
  return figure && (figure.comparable_change ?? figure.change);
}

/** The difference from a year before. A group whose months of then are not all there has none to show. */
export function differenceIn({ difference, reasons }: FigureOfRecord): number | null {
  return reasons.some(({ code }) => code === 'missing-before') ? null : difference;
}

/** The difference by which rows are sorted: without what a change of tax did, where that is known. */
export function gainIn(figure: FigureOfRecord): number | null {
  const { comparable_change: comparable, ago } = figure;
  return comparable === null ? differenceIn(figure) : (ago ?? 0) * comparable;
}

/** Whether a change of tax makes the change no growth, and no other one is known. */
export function isNewTax(figure: FigureOfRecord | null): boolean {
  return figure?.comparable_change === null && figure.reasons.some(({ code }) => code === 'tax-changed');
}

/** The reasons of a figure as one text; `null` without any. */
export function reasonsOf({ reasons }: Pick<FigureOfRecord, 'reasons'>): string | null {
  return reasons.map(({ text }) => text).join('; ') || null;
}

interface WithoutTaxChangesProps {
  figure: FigureOfRecord | null;
  name?: string | undefined;
  /** Whether there is room for a few words only. */
  isShort?: boolean;
}

/** The change without changes of tax, if it is another one; why there is no change at all. */
export function WithoutTaxChanges({ figure, name, isShort = false }: WithoutTaxChangesProps) {
  if (!figure) return null;
  // one sentence of the page says that the tax is not known
  const reasons = reasonsOf({ reasons: figure.reasons.filter(({ code }) => code !== 'tax-unknown') });
  const [change, comparable] = [figure.change, figure.comparable_change].map((one) =>
    one === null ? null : showFigure(one, 'change'),
  );
  const isOther = comparable !== null && comparable !== change;
  if (change === null) {
    if (reasons === null) return null;
    return isShort ? <Why short="why" text={reasons} /> : <p class="hint">{toSentence(reasons)}</p>;
  }
  if (isShort) {
    const short = isNewTax(figure) ? 'not comparable' : isOther && `comparable ${comparable}`;
    return short ? <Why short={short} text={reasons ?? ''} /> : null;
  }
  if (!isOther && (comparable !== null || reasons === null)) return null;
  return (
    <p class="hint comparable">
      Without changes of tax{comparable === null && ':'}{' '}
      <span data-figure={name}>{comparable ?? 'not known'}</span>
      {reasons !== null && `: ${reasons}`}
    </p>
  );
}

interface DifferenceBarProps {
  difference: number;
  /** Where it begins. Default: at zero. */
  from?: number;
  position(value: number): number;
}

/** A bar of a difference. */
export function DifferenceBar({ difference, from = 0, position }: DifferenceBarProps) {
  const [start, end] = [position(from), position(from + difference)];
  // it goes on
  const isCut = difference !== 0 && end === position(from + 2 * difference);
  return (
    <span class="steps">
      <span
        class={`step ${difference < 0 ? 'below' : 'above'} ${isCut ? 'cut' : ''}`}
        style={{ left: `${Math.min(start, end)}%`, width: `${Math.max(0.4, Math.abs(end - start))}%` }}
      />
    </span>
  );
}
