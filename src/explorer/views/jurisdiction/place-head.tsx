import type { Jurisdiction, Month, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { parametersNamed } from '../../address/navigation.ts';
import { basisOf, fileEndOf } from '../../parts/basis-choice.tsx';
import { noteOf } from '../../service/engine.ts';
import { findingsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { useOffer } from '../../table/offers.tsx';
import { saveFile, useSavedName } from '../../table/save-file.ts';
import { showRate, showType } from '../../words/figures.ts';

interface PlaceHeadProps {
  place: Jurisdiction;
  state: StateOverview;
  /** Its newest month, if it has one. */
  newest?: Month;
}

/** What the place is, and what to do with its figures. */
export function PlaceHead({ place, state, newest }: PlaceHeadProps) {
  const former = useFormerNames(place);
  const { id, name, type, county, sales_tax_rate, sales_tax_id } = place;
  const kind = showType(type);
  const isIn = county === null || type === 'county' ? '' : ` in ${county} County`;
  const facts = [
    `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${isIn}, ${state.name}`,
    // some states have no codes: the register names their places
    ...(/^(?=.*\d)\w{1,10}$/.test(String(sales_tax_id)) ? [`code ${sales_tax_id}`] : []),
    ...(sales_tax_rate === null ? [] : [`tax rate ${showRate(sales_tax_rate)}`]),
    ...(former.length > 0 ? [`formerly ${former.join(', ')}`] : []),
  ];
  return (
    <>
      <header class="place-head">
        <h1>{name}</h1>
        <p class="facts">{facts.join(' · ')}</p>
      </header>
      <p class="actions">
        <a href={linkTo('/compare', { ids: id })}>Compare with others</a>
        {newest && <OfferNote id={id} fileName={`${place.slug}-note`} newest={newest} />}
      </p>
    </>
  );
}

/** The code of a finding that says which name the reports had before. */
const RENAMED = 'name-changed';

function useFormerNames({ id }: Jurisdiction): string[] {
  const findings = useAnswer(findingsQuestion({ jurisdictions: id })).value?.data ?? [];
  return findings.flatMap(({ code, facts: { before } }) =>
    code === RENAMED && typeof before === 'string' ? [before] : [],
  );
}

interface OfferNoteProps {
  id: number;
  fileName: string;
  /** Its newest month. */
  newest: Pick<Month, 'month' | 'sales_month'>;
}

/** Offers the note of one place and its newest month: a page that opens without the service. */
function OfferNote({ id, fileName, newest }: OfferNoteProps) {
  const savedName = useSavedName(fileName);
  const save = async () => {
    // the note counts as the view does
    const counted = parametersNamed('fiscal_year_start', 'basis');
    const month = counted.basis === 'sales' ? newest.sales_month : newest.month;
    const note = await noteOf(id, { month, ...counted });
    saveFile(`${savedName}${fileEndOf(basisOf())}.html`, new Blob([note], { type: 'text/html' }));
  };
  useOffer({ kind: 'note', ways: { HTML: save } });
  return null;
}
