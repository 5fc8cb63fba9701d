import type { AxisSlot, ChartEvent } from './chart-data.ts';
import { type ChartLayout, DIGIT, type PanelLayout } from './scales.ts';

/** The letters of a text that is cut. */
const SHORT = 16;

/** What explains the figures of some months, as dates. */
export interface DatedEvent {
  from: string;
  to: string;
  text: string;
}

/** Puts events on the slots of a chart: a month on its own, or on that of the quarter that it is in. */
export function eventsOn(slots: readonly AxisSlot[], events: readonly DatedEvent[]): ChartEvent[] {
  const found = new Map<string, ChartEvent>();
  const [start, end] = [slots[0]?.key ?? '', slots.at(-1)?.key ?? ''];
  for (const { from, to, text } of events) {
    if (from > end || to < start) continue;
    const first = slots.findIndex(({ key }) => key >= from);
    const last = to > end ? slots.length - 1 : slots.findIndex(({ key }) => key >= to);
    const known = found.get(`${first} ${last}`);
    const texts = known ? `${known.text}; ${text}` : text;
    found.set(`${first} ${last}`, { first, last, text: texts });
  }
  return [...found.values()].sort((one, other) => one.first - other.first);
}

/** A rule for each event of one slot, and a light band for each of several. */
export function EventMarks({ layout, panel }: { layout: ChartLayout; panel: PanelLayout }) {
  const { x, slotWidth } = layout;
  const { top, bottom, data } = panel;
  return (
    <g class="events">
      {data.events?.map(({ first, last, text }) => (
        <g key={`${first} ${last}`} data-event={data.slots[first]?.key}>
          <title>{text}</title>
          {first === last ? (
            <line x1={x(first)} x2={x(first)} y1={top} y2={bottom} />
          ) : (
            <rect
              x={x(first) - slotWidth / 2}
              width={x(last) - x(first) + slotWidth}
              y={top}
              height={bottom - top}
            />
          )}
        </g>
      ))}
    </g>
  );
}

/** The texts of events above the plot. One without room has its text in its title and where slots are read. */
export function EventLabels({ layout }: { layout: ChartLayout }) {
  const { panels, top, em } = layout;
  const events = panels[0]?.data.events ?? [];
  return (
    <g class="event-labels">
      {placedLabels(events, layout).map(({ text, x, isLeft }) => (
        <text key={x} x={x} y={top - em * 0.5} text-anchor={isLeft ? 'end' : 'start'}>
          {text}
        </text>
      ))}
    </g>
  );
}

interface PlacedLabel {
  text: string;
  x: number;
  /** Whether it ends at the event. */
  isLeft: boolean;
}

/** The longest text of each event that fits between its neighbors: right of its start, else left of it. */
export function placedLabels(
  events: readonly ChartEvent[],
  { x, left, right, em, slotWidth }: Pick<ChartLayout, 'x' | 'left' | 'right' | 'em' | 'slotWidth'>,
): PlacedLabel[] {
  const startOf = ({ first, last }: ChartEvent) => x(first) - (first === last ? 0 : slotWidth / 2);
  let taken = left;
  return events.flatMap((event, at) => {
    const start = startOf(event);
    const next = events[at + 1];
    const end = next ? startOf(next) - em * 0.6 : right;
    const label = [event.text.replace(/:.*$/, ''), cut(event.text)].find(
      ({ length }) => length * em * DIGIT <= Math.max(end - start, start - taken),
    );
    if (label === undefined) return [];
    const isLeft = label.length * em * DIGIT > end - start;
    if (!isLeft && start < taken) return [];
    taken = (isLeft ? start : start + label.length * em * DIGIT) + em * 0.6;
    return [{ text: label, x: start, isLeft }];
  });
}

function cut(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1).trimEnd()}…`;
}
