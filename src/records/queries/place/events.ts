import type { TaxChange } from '../../../derive/comparable.ts';
import { comparedPair } from '../../../derive/figure.ts';
import { oneMonth, spansOf, YEAR } from '../../../derive/span.ts';
import { EVENT_WORDS, type OwnEvent, UNIT_SCALES } from '../../../domain/allocation.ts';
import { dayInWords } from '../../../domain/calendar-day.ts';
import { addMonths, monthAt, monthIndex } from '../../../domain/month.ts';
import {
  type FigureReading,
  type KnownJurisdiction,
  type KnownState,
  knownStateOf,
  type Restatement,
} from '../../../domain/reading/figure-reading.ts';
import { compareText } from '../../../domain/text/compare-text.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { plural } from '../../../domain/text/wording.ts';
import { eventRecord, type PlaceEvent } from '../../descriptions/place/event.ts';
import { findAmong, listOfFigures } from '../../found-rows.ts';
import { taxChangeTitle } from '../../reasons.ts';
import { openComparables } from '../comparables.ts';
import { membersOf, type Selection } from '../selection.ts';

/** What explains the figures of a place, in the order of time. */
export const events = listOfFigures(eventRecord, {
  find: (view, asked, window, { events: own = () => [] } = {}) =>
    findAmong(eventRecord, eventsOf(view, asked.id[0] ?? 0, own()), asked, window),
});

export function eventsOf(view: FigureReading, id: number, own: readonly OwnEvent[]): PlaceEvent[] {
  const subject = view.jurisdictions.get(id);
  if (!subject) throw new Error(`no jurisdiction ${id}`);
  const state = knownStateOf(view, subject.state);
  const { first, slots } = view.figures(state, state.headline, 0).of(id);
  const months = Array.from(slots, (_, at) => first + at);
  const isPaid = (month: number) => typeof slots[month - first] === 'number';
  const paid = months.filter(isPaid);
  return inTime([
    ...taxEvents(taxChangesOf(view, state, subject, paid)),
    ...view.restated(subject).map((one) => restatedEvent(one)),
    ...doubtEvents(view, state, id),
    ...gapEvents(
      months.filter((month) => !isPaid(month)),
      view.figures(state, state.headline, 0).months,
    ),
    ...ownEvents(own, state, new Map([[id, '']])),
  ]);
}

/** What changed a payment of a group by this part or more explains it. */
const LEAST_MOVED = 0.01;

/**
 * What explains the figures of a group: changes of tax and restatements of its places that are large in it, and own events.
 * `since` leaves out months before a `monthIndex`.
 */
export function groupEvents(
  view: FigureReading,
  asked: Selection,
  own: readonly OwnEvent[],
  since = Number.NEGATIVE_INFINITY,
): PlaceEvent[] {
  const { state, figures, places } = membersOf(view, asked);
  const found = new Map<string, { event: PlaceEvent; names: Set<string>; isLarge: boolean }>();
  const paidIn = new Map<number, number>();
  for (const month of [...figures.months].filter((known) => known >= since)) {
    const [span, against] = [oneMonth(month), oneMonth(month - YEAR)];
    const moved = new Map<string, number>();
    let paid = 0;
    for (const { subject, member } of places) {
      paid += member.sums.sum(span);
      const { changes = [], effect = 0 } = comparedPair(member, span, against) ?? {};
      for (const event of taxEvents(changes)) {
        const key = `${event.from} ${event.to} ${event.text}`;
        const known = found.get(key) ?? { event, names: new Set(), isLarge: false };
        known.names.add(subject.name);
        found.set(key, known);
        moved.set(key, (moved.get(key) ?? 0) + effect);
      }
    }
    paidIn.set(month, paid);
    for (const [key, effect] of moved) {
      const known = found.get(key);
      if (known) known.isLarge ||= effect >= paid * LEAST_MOVED;
    }
  }
  const large = [...found.values()].filter(({ isLarge }) => isLarge);
  return inTime([
    ...large.map(({ event, names }) => ({ ...event, text: `${whoseOf(names, places.length)}${event.text}` })),
    ...restatedOfGroup(
      view,
      places.map(({ subject }) => subject),
      paidIn,
    ),
    ...ownEvents(own, state, new Map(places.map(({ subject: { id, name } }) => [id, `${name}, `]))),
  ]);
}

/** What was restated of a month of a group on one day, if it moved the payment of the group. */
function restatedOfGroup(
  view: FigureReading,
  places: readonly KnownJurisdiction[],
  paidIn: ReadonlyMap<number, number>,
): PlaceEvent[] {
  const found = new Map<string, Restatement & { names: Set<string> }>();
  for (const subject of places)
    for (const one of view.restated(subject)) {
      const key = `${one.month} ${one.at.slice(0, 10)}`;
      const known = found.get(key) ?? { ...one, difference: 0, names: new Set() };
      known.difference += one.difference;
      known.names.add(subject.name);
      found.set(key, known);
    }
  return [...found.values()]
    .filter(({ month, difference }) => {
      const paid = paidIn.get(monthIndex(month));
      const least = paid === undefined ? Number.POSITIVE_INFINITY : Math.abs(paid) * LEAST_MOVED;
      return difference !== 0 && Math.abs(difference) >= least;
    })
    .map(({ names, ...one }) => restatedEvent(one, whoseOf(names, places.length)));
}

/** Whose event it is. What all places share needs no name. */
function whoseOf(names: ReadonlySet<string>, places: number): string {
  if (names.size === places) return '';
  return `${names.size === 1 ? [...names].join() : plural(names.size, 'place')}, `;
}

function inTime(events: readonly PlaceEvent[]): PlaceEvent[] {
  return [...events].sort((one, other) => compareText(one.from, other.from) || compareText(one.to, other.to));
}

/**
 * The changes between each payment and that of the year before, the one before it, and each that came just before a change:
 * with those, a tax that is not paid for long is seen in every month.
 */
function taxChangesOf(
  view: FigureReading,
  state: KnownState,
  subject: KnownJurisdiction,
  paid: readonly number[],
): TaxChange[] {
  const comparable = openComparables(view, state, 0)(subject);
  const lastBefore: number[] = [];
  return paid.flatMap((month, at) => {
    const since = (before: number) => comparable(oneMonth(month), oneMonth(before)).changes;
    const previous = paid.slice(Math.max(0, at - 1), at);
    lastBefore.push(...previous.filter((before) => since(before).length > 0));
    return [month - YEAR, ...previous, ...lastBefore].flatMap(since);
  });
}

/** Each change once. The months in which a tax was not paid are spans. */
function taxEvents(changes: readonly TaxChange[]): PlaceEvent[] {
  const found = new Map<string, PlaceEvent>();
  const paused = new Map<string, Set<number>>();
  for (const change of changes) {
    const text = taxChangeTitle(change);
    if (change.kind === 'paused') {
      paused.set(text, (paused.get(text) ?? new Set()).add(monthIndex(change.month)));
      continue;
    }
    // the last month of a tax is known, and the first month without it is the event
    const from = change.kind === 'ended' ? addMonths(change.month, 1) : change.month;
    const to = (change.kind === 'rate' ? change.latest : undefined) ?? from;
    found.set(`${from} ${to} ${text}`, { from, to, kind: KIND_OF[change.kind], text });
  }
  const pauses = [...paused].flatMap(([text, months]) =>
    spansOf([...months].sort((a, b) => a - b)).map(({ first, last }): PlaceEvent => {
      return { from: monthAt(first), to: monthAt(last), kind: 'tax_changed', text };
    }),
  );
  return [...found.values(), ...pauses];
}

const KIND_OF = {
  began: 'tax_began',
  ended: 'tax_ended',
  rate: 'tax_changed',
  method: 'sharing_changed',
} as const;

function restatedEvent({ month, at, difference }: Restatement, whose = ''): PlaceEvent {
  const by = roundedDollars(difference / UNIT_SCALES.amount).replace(/^\$/, '+$');
  const text = `${whose}Restated on ${dayInWords(at.slice(0, 10))}, by ${by}`;
  return { from: month, to: month, kind: 'restated', text };
}

function doubtEvents(view: FigureReading, state: KnownState, id: number): PlaceEvent[] {
  return Array.from(view.doubts(state).get(id) ?? [], ([month, { text }]) => ({
    ...{ from: monthAt(month), to: monthAt(month), kind: 'doubted' },
    // without the place and the month, which begin the text of a finding
    text: shortened(`Doubted: ${text.replace(/^[^:]*: /, '')}`),
  }));
}

function shortened(text: string): string {
  const words = text.split(' ');
  if (words.length <= EVENT_WORDS) return text;
  return `${words
    .slice(0, EVENT_WORDS)
    .join(' ')
    .replace(/[,;:.]$/, '')}…`;
}

/** The months between the first and the newest of a place that have no payment. */
function gapEvents(lacking: readonly number[], loaded: ReadonlySet<number>): PlaceEvent[] {
  const [missing, unloaded] = [true, false].map((isLoaded) =>
    spansOf(lacking.filter((month) => loaded.has(month) === isLoaded)),
  );
  const eventOf =
    (what: string) =>
    ({ first, last }: { first: number; last: number }): PlaceEvent => ({
      ...{ from: monthAt(first), to: monthAt(last), kind: 'not_loaded' },
      text: `${plural(last - first + 1, 'month')} ${what}`,
    });
  return [...(unloaded ?? []).map(eventOf('not loaded')), ...(missing ?? []).map(eventOf('missing'))];
}

/** Those of some places, which begin with the text of the place, and those of all. */
function ownEvents(
  own: readonly OwnEvent[],
  state: KnownState,
  places: ReadonlyMap<number, string>,
): PlaceEvent[] {
  return own
    .filter((one) => one.state === null || one.state === state.code)
    .flatMap(({ from, to, code, text }) => {
      const whose = code === null ? '' : places.get(state.idOf(code));
      return whose === undefined ? [] : [{ from, to, kind: 'own', text: `${whose}${text}` }];
    });
}
