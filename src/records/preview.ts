import { encode } from 'fast-png';
import { YEAR } from '../derive/span.ts';
import { parseJurisdictionType } from '../domain/jurisdiction.ts';
import { monthIndex } from '../domain/month.ts';
import { nameGroup } from '../domain/text/wording.ts';
import { parseStateCode, stateOf, stateOfId } from '../states/index.ts';
import type { DatasetView } from '../store/query/view.ts';
import { monthsOf } from './queries/months.ts';
import { eventsOf, groupEvents } from './queries/place/events.ts';
import { membersOf, type Selection } from './queries/selection.ts';
import { sentencesOf } from './queries/sentences/sentences.ts';

/** What a link to a page shows. */
export interface Preview {
  title: string;
  description: string;
}

/** What a link to a place or a group shows: its name, and what it got; `null` if there is none. */
export function previewOf(view: DatasetView, id: string): Preview | null {
  const named = selectionOf(view, id);
  if (!named) return null;
  const told = sentencesOf(view, named.asked).filter(
    ({ topic }) => topic === 'payment' || topic === 'fiscal_year',
  );
  return told.length === 0
    ? null
    : { title: `${named.name}: sales tax`, description: told.map(({ text }) => text).join(' ') };
}

/** The place or the group that an id of the page names. */
function selectionOf(view: DatasetView, id: string): { name: string; asked: Selection } | null {
  const place = view.jurisdictions.get(Number(id));
  const ofPlace = place && stateOfId(place.id);
  if (ofPlace) return { name: place.name, asked: { state: ofPlace.code, jurisdictions: [place.id] } };
  const [code = '', typeText, county] = id.split(':');
  const [state, type] = [parseStateCode(code), parseJurisdictionType(typeText ?? '')];
  // a whole state has an empty type
  if (state === undefined || typeText === undefined || (typeText !== '' && !type)) return null;
  const group = { ...(type && { type }), ...(county && { county }) };
  const asked = { state, ...group };
  if (membersOf(view, asked).places.length === 0) return null;
  return { name: nameGroup({ type: null, county: null, ...group }, stateOf(state).name), asked };
}

/** The size that programs expect of a picture of a link, and the colors of the page. */
const SIZE = { width: 1200, height: 630, edge: 60 };
const COLORS = {
  ...{ line: [91, 103, 117], before: [176, 190, 205], main: [23, 96, 159] },
  ...{ gap: [233, 237, 241], event: [148, 160, 174] },
};

/** The payments of the last 24 months, oldest first; `null` where one is missing. */
interface Bars {
  values: readonly (number | null)[];
  /** The bars before which a rule stands. */
  events: readonly number[];
}

/**
 * A picture of the payments of the last 24 months as bars, the last twelve in the page's blue, with a rule where an event
 * begins and a band for what is missing: PNG. Programs write the title and the description beside it. It tells everyone
 * what it shows, so the operator's own events are not in it. `null` if there is no such place or group.
 */
export function pictureOf(view: DatasetView, id: string): Uint8Array | null {
  const named = selectionOf(view, id);
  return named && drawBars([barsOf(view, named.asked)]);
}

/** The same of some states, below each other. */
export function pictureOfStates(view: DatasetView, states: readonly string[]): Uint8Array {
  const known = new Set(Array.from(view.jurisdictions.values(), ({ state }) => state));
  return drawBars(states.filter((code) => known.has(code)).map((state) => barsOf(view, { state })));
}

function barsOf(view: DatasetView, asked: Selection): Bars {
  const { rows } = monthsOf(view, asked);
  const first = (rows[0] ? monthIndex(rows[0].month) : 0) - 2 * YEAR + 1;
  const paid = new Map(rows.map(({ month, payment }) => [monthIndex(month), payment.value]));
  const [id] = asked.jurisdictions ?? [];
  const told = id === undefined ? groupEvents(view, asked, [], first) : eventsOf(view, id, []);
  return {
    values: Array.from({ length: 2 * YEAR }, (_, at) => paid.get(first + at) ?? null),
    events: told
      .filter(({ kind }) => kind !== 'not_loaded')
      .map(({ from }) => monthIndex(from) - first)
      .filter((at) => at >= 0),
  };
}

/** Draws charts below each other, each with a scale of its own. A missing payment has no bar. */
function drawBars(charts: readonly Bars[]): Uint8Array {
  const { width, height, edge } = SIZE;
  const pixels = new Uint8Array(3 * width * height).fill(255);
  const fill = (left: number, top: number, right: number, bottom: number, color: readonly number[]) => {
    for (let y = Math.round(top); y < Math.round(bottom); y += 1)
      for (let x = Math.round(left); x < Math.round(right); x += 1) pixels.set(color, 3 * (y * width + x));
  };
  const room = (height - edge) / Math.max(1, charts.length) - edge;
  for (const [at, { values, events }] of charts.entries()) {
    const known = values.map((value) => value ?? 0);
    const [most, least] = [Math.max(0, ...known), Math.min(0, ...known)];
    const scale = room / (most - least || 1);
    const top = edge + at * (room + edge);
    const zero = top + most * scale;
    const step = (width - 2 * edge) / values.length;
    const slotAt = (slot: number) => edge + slot * step;
    for (const [slot, value] of values.entries())
      if (value === null) fill(slotAt(slot), top, slotAt(slot + 1), top + room, COLORS.gap);
    for (const slot of events) fill(slotAt(slot) - 1, top, slotAt(slot) + 1, top + room, COLORS.event);
    for (const [slot, value] of known.entries()) {
      const end = zero - value * scale;
      const color = slot < values.length - YEAR ? COLORS.before : COLORS.main;
      const [left, right] = [slotAt(slot + 0.15), slotAt(slot + 0.85)];
      fill(left, Math.min(zero, end), right, Math.max(zero, end), color);
    }
    fill(edge, zero, width - edge, zero + 2, COLORS.line);
  }
  return encode({ width, height, data: pixels, channels: 3 });
}
