import { parseJurisdictionType } from '../../domain/jurisdiction.ts';
import { nameGroup } from '../../domain/text/wording.ts';
import { membersOf } from '../../records/queries/selection.ts';
import { sentencesOf } from '../../records/queries/sentences/sentences.ts';
import { parseStateCode, stateOf, stateOfId } from '../../states/index.ts';
import type { DatasetView } from '../../store/query/view.ts';
import type { Preview } from '../routes/explorer.ts';

/** What a link to a place or a group shows: its name, and what it got; `null` if there is none. */
export function previewOf(view: DatasetView, id: string): Preview | null {
  const place = view.jurisdictions.get(Number(id));
  const ofPlace = place && stateOfId(place.id);
  if (ofPlace) return tell(view, place.name, { state: ofPlace.code, jurisdictions: [place.id] });
  const [code = '', typeText, county] = id.split(':');
  const [state, type] = [parseStateCode(code), parseJurisdictionType(typeText ?? '')];
  // a whole state has an empty type
  if (state === undefined || typeText === undefined || (typeText !== '' && !type)) return null;
  const group = { ...(type && { type }), ...(county && { county }) };
  const name = nameGroup({ type: null, county: null, ...group }, stateOf(state).name);
  return tell(view, name, { state, ...group });
}

function tell(view: DatasetView, name: string, asked: Parameters<typeof sentencesOf>[1]): Preview | null {
  if (membersOf(view, asked).places.length === 0) return null;
  const told = sentencesOf(view, asked).filter(({ topic }) => topic === 'payment' || topic === 'fiscal_year');
  return told.length === 0
    ? null
    : { title: `${name}: sales tax`, description: told.map(({ text }) => text).join(' ') };
}
