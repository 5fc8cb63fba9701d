import type { Jurisdiction, Month, StateOverview } from '../../../client/generated/types.gen.ts';
import { capitalized } from '../../../domain/text/wording.ts';
import { compareLink, placeLink } from '../../address/navigation.ts';
import { chosenPeriod, countedBy, fileEndOf } from '../../parts/basis-choice.tsx';
import { groupsOf, idOfGroup, nameOfGroup, type PlaceGroup, type PlaceOrGroup } from '../../selection.ts';
import { noteOf } from '../../service/engine.ts';
import { useOffer } from '../../table/offers.tsx';
import { saveFile, useSavedName } from '../../table/save-file.ts';
import { countOf, showRate, showType } from '../../words/figures.ts';
import { spanOfMonth } from '../../words/periods.ts';

interface PlaceHeadProps {
  place: PlaceOrGroup;
  state: StateOverview;
  /** What is registered of a place; `null` of a group. */
  registered: Jurisdiction | null;
  /** Its newest month, if it has one. */
  newest?: Month;
}

/** What the place or group is, and the groups that it belongs to. */
export function PlaceHead({ place, state, registered, newest }: PlaceHeadProps) {
  useNoteOffer(registered?.id, `${place.slug}-note`, newest);
  const groups = groupsOf(place).filter((group) => idOfGroup(group) !== place.id);
  return (
    <header class="place-head">
      <h1>{place.name}</h1>
      <p class="facts">
        {registered ? (
          <Facts place={registered} state={state} />
        ) : (
          <>
            {newest && countOf(newest.members, 'place')}
            {groups.map((group) => (
              <span key={idOfGroup(group)}>
                {' '}
                · <a href={placeLink(idOfGroup(group))}>{nameOfGroup(group, state)}</a>
              </span>
            ))}
          </>
        )}
        <span class="in-full">
          {' '}
          · <a href={compareLink([place.id])}>Compare</a>
        </span>
      </p>
    </header>
  );
}

/** `City in Alameda County, California · code 01990 · tax rate 9.5%`, with links to its groups. */
function Facts({ place, state }: { place: Jurisdiction; state: StateOverview }) {
  const { type, county, sales_tax_rate, sales_tax_id } = place;
  const facts = [
    // some states have no codes: the register names their places
    ...(/^(?=.*\d)\w{1,10}$/.test(String(sales_tax_id)) ? [`code ${sales_tax_id}`] : []),
    ...(sales_tax_rate === null ? [] : [`tax rate ${showRate(sales_tax_rate)}`]),
  ];
  const ofState = { state: state.state, type, county: null };
  const link = (group: PlaceGroup, text: string) => <a href={placeLink(idOfGroup(group))}>{text}</a>;
  return (
    <>
      {type === null ? showType(type) : link(ofState, capitalized(showType(type)))}
      {county !== null && type !== null && type !== 'county' && (
        <> in {link({ ...ofState, county }, `${county} County`)}</>
      )}
      , {link({ ...ofState, type: null }, state.name)}
      {facts.map((fact) => ` · ${fact}`)}
    </>
  );
}

/** Offers the note of one place and the last month of the period, or its newest: a page that opens without the service. */
function useNoteOffer(id: number | undefined, fileName: string, newest: Month | undefined): void {
  const savedName = useSavedName(fileName);
  const isOffered = id !== undefined && newest !== undefined;
  const save = async () => {
    if (!isOffered) return;
    // the note counts as the view does
    const counted = countedBy();
    const counts = counted.basis === 'sales' ? newest.sales_month : newest.month;
    const month = chosenPeriod()?.last ?? counts ?? '';
    const note = await noteOf({ id, month: spanOfMonth(month), ...counted });
    saveFile(`${savedName}${fileEndOf(counted.basis)}.html`, new Blob([note], { type: 'text/html' }));
  };
  useOffer(isOffered ? { kind: 'note', ways: { HTML: save } } : null);
}
