import type { AnalyzedMonth, Jurisdiction } from '../../client/generated/types.gen.ts';
import { linkTo } from '../address/address.ts';

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
