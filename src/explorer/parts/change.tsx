import type { ComponentChildren } from 'preact';
import type { AnalyzedMonth, Jurisdiction } from '../../client/generated/types.gen.ts';
import { capitalized, toSentence } from '../../domain/text/wording.ts';
import { because, namesTaxChange } from '../../records/descriptions/compared/tax-changes.ts';
import { linkTo } from '../address/address.ts';
import { placeLink } from '../address/navigation.ts';
import { countOf, directionOf, showFigure, unroundedChange } from '../words/figures.ts';

interface DoubtProps {
  jurisdiction: Pick<Jurisdiction, 'id'>;
  /** Why a change is doubtful; `null` or nothing if it is not. */
  doubt: AnalyzedMonth['doubt'] | undefined;
}

/** A sign beside a doubtful change, which leads to the doubted payment and to what the checks found. */
export function Doubt({ jurisdiction, doubt }: DoubtProps) {
  if (!doubt) return null;
  return (
    <>
      {' '}
      <a
        class="doubt"
        href={placeLink(jurisdiction.id, { figure: doubt.allocation_period })}
        title={doubt.text}
        aria-label={`Doubtful: ${doubt.text}`}
      >
        ⚠
      </a>
    </>
  );
}

/** Why a sum and its change are doubtful, by how many payments are; `null` if none is. */
export function describeDoubts(payments: number): string | null {
  if (payments === 0) return null;
  return `The checks doubt ${countOf(payments, 'payment')} of this figure, or of that of a year before`;
}

/** Words that open below a short text: by click, touch or keyboard. */
export function Why({ short, text }: { short: string; text: ComponentChildren }) {
  return (
    <details class="why">
      <summary>{short}</summary>
      {text}
    </details>
  );
}

/** Where the payments of a state are listed that the checks doubt. */
export function doubtsLink(state: string): string {
  return linkTo('/data/checks', { state, severity: 'warning' });
}

interface DoubtSignProps {
  reason: string | null;
  /** The state whose doubted payments the reason counts. */
  state?: string | undefined;
}

/** A sign beside a doubtful figure. It opens the reason, and leads to the payments that a reason counts. */
export function DoubtSign({ reason, state }: DoubtSignProps) {
  if (reason === null) return null;
  return (
    <Why
      short="⚠ doubtful"
      text={
        <>
          {reason}
          {state && '. '}
          {state && <a href={doubtsLink(state)}>Doubted payments</a>}
        </>
      }
    />
  );
}

interface ChangeProps {
  value: number | null;
  /** The figure, and the one that it is compared with. */
  of: readonly [now: number | null, before: number | null];
  name?: string | undefined;
  /** Whether the checks doubt a payment that it counts. */
  isDoubtful?: boolean;
}

/** A change with its sign; the color only repeats the sign. A doubtful one has a mark and no color. */
export function Change({ value, of, name, isDoubtful = false }: ChangeProps) {
  const change = unroundedChange(value, ...of);
  if (change === null) return <span class="none">no comparison</span>;
  return (
    <b class={`change ${isDoubtful ? '' : directionOf(change)}`} data-figure={name}>
      {showFigure(change, 'change')}
    </b>
  );
}

interface WithoutTaxChangesProps {
  change: number | null;
  comparable_change: number | null;
  /** Why the two differ, or why one is not known. */
  tax_changes: string | null;
  name?: string | undefined;
  /** Whether there is room for a few words only. */
  isShort?: boolean;
  /** Whether another figure beside it says why a rate is not known. */
  isReasonKnown?: boolean;
}

/** The change without changes of tax, if it is another one or not known; why there is no change at all. */
export function WithoutTaxChanges(props: WithoutTaxChangesProps) {
  const {
    change,
    comparable_change: comparable,
    tax_changes: reason,
    name,
    isShort = false,
    isReasonKnown = false,
  } = props;
  if (change === null && reason !== null)
    return isShort ? <Why short="why" text={reason} /> : <p class="hint">{toSentence(reason)}</p>;
  const isOfTax = reason === null || namesTaxChange(reason);
  // a table has no room to say in every row that a rate is not known
  const isUnknown = comparable === null && reason !== null && (!isShort || isOfTax);
  const isOther = comparable !== null && showFigure(comparable, 'change') !== showFigure(change, 'change');
  if (change === null || !(isUnknown || isOther) || (isShort && !isOfTax)) return null;
  const text = comparable === null ? 'not known' : showFigure(comparable, 'change');
  if (isShort) return <Why short={`comparable ${text}`} text={reason ?? ''} />;
  // a group leaves out places; the reason of a place tells of its own taxes
  const leavesOut = comparable !== null && !isOfTax;
  return (
    <p class="hint comparable">
      {leavesOut ? `${capitalized(reason ?? '')}:` : 'Without changes of tax'}
      {comparable === null && ':'} <span data-figure={name}>{text}</span>
      {reason !== null &&
        !leavesOut &&
        (isOfTax || !isReasonKnown) &&
        (comparable === null ? `, ${because(reason)}` : `: ${reason}`)}
    </p>
  );
}
