import type { AnalyzedMonth, Jurisdiction } from '../../client/generated/types.gen.ts';
import { linkTo } from '../address/address.ts';
import { type Measure, showFigure } from '../words/figures.ts';

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
        href={linkTo(`/jurisdictions/${jurisdiction.id}`, { figure: doubt.allocation_period })}
        title={doubt.text}
        aria-label={`Doubtful: ${doubt.text}`}
      >
        ⚠
      </a>
    </>
  );
}

interface ChangeProps {
  value: number | null;
  name?: string | undefined;
  /** The doubt of the change, if the checks may have one. */
  doubted?: DoubtProps | undefined;
}

/** A change with its sign; the color only repeats the sign. A doubtful one has a mark and no color. */
export function Change({ value, name, doubted }: ChangeProps) {
  if (value === null) return <span class="none">no comparison</span>;
  const sign = doubted?.doubt ? '' : value > 0 ? 'up' : value < 0 ? 'down' : '';
  return (
    <>
      <b class={`change ${sign}`} data-figure={name}>
        {showFigure(value, 'change')}
      </b>
      {doubted && <Doubt {...doubted} />}
    </>
  );
}

interface YearBeforeProps {
  value: number | null;
  name: string;
  measure: Measure;
  /** Where the figure comes from. */
  link: string;
}

/** The figure of a year before, which leads to where it comes from. */
export function YearBefore({ value, name, measure, link }: YearBeforeProps) {
  const text = showFigure(value, measure);
  return (
    <span class="hint">
      Year before <span data-figure={name}>{value === null ? text : <a href={link}>{text}</a>}</span>
    </span>
  );
}
