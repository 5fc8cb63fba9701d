import { type Markish, type RenderFunction, rect, ruleX, type TextOptions, text } from '@observablehq/plot';
import { type ChartEvent, gapsOf } from './chart-data.ts';
import { cut, DIGIT, type Panel } from './layout.ts';

/** The letters of a text that is cut. */
const SHORT = 16;

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Gives each drawn element the attributes of its datum, and their group its own. */
export function tagged<Datum>(
  data: readonly Datum[],
  attributesOf: (datum: Datum) => Attributes,
  ofGroup: Attributes = {},
) {
  const give = (element: Element | null | undefined, attributes: Attributes) => {
    for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, String(value));
  };
  const render: RenderFunction = (index, scales, values, dimensions, context, next) => {
    const group = next?.(index, scales, values, dimensions, context) ?? null;
    give(group, ofGroup);
    for (const [at, element] of (Array.from(group?.childNodes ?? []) as Element[]).entries()) {
      const datum = data[index[at] ?? 0];
      if (datum !== undefined) give(element, attributesOf(datum));
    }
    return group;
  };
  return { render };
}

interface PlacedLabel {
  said: string;
  /** The slot, or the edge between two, where it stands. */
  at: number;
  /** Whether it ends there. */
  isLeft: boolean;
}

/** Texts that stand right of a slot, or left of it. */
export function sideTexts<Label extends PlacedLabel>(
  labels: readonly Label[],
  className: string,
  options: TextOptions,
  attributesOf: (label: Label) => Attributes = () => ({}),
): Markish[] {
  return [true, false].flatMap((isLeft) => {
    const shown = labels.filter((label) => label.isLeft === isLeft);
    if (shown.length === 0) return [];
    return text(shown, {
      ...{ x: 'at', text: 'said', textAnchor: isLeft ? 'end' : 'start', dx: isLeft ? -3 : 3 },
      ...{ ...options, ...tagged(shown, attributesOf, { class: className }) },
    });
  });
}

/** What stands within the band of a gap; `undefined` without room. */
function textWithin({ first, last, text: whole }: ChartEvent, { slotWidth }: NamedPanel, em: number) {
  const width = (last - first + 1) * slotWidth;
  return [whole, whole.replace(/^\d+ \w+ /, '')].find(({ length }) => (length + 1) * em * DIGIT < width);
}

/** A band for each gap, with its text if there is room. */
export function gapMarks(panel: Panel, em: number, isNamed: boolean): Markish[] {
  const { data } = panel;
  const gaps = gapsOf(data);
  const labels = gaps.flatMap((gap) => {
    const said = textWithin(gap, panel, em);
    return said && isNamed ? [{ at: (gap.first + gap.last) / 2, said }] : [];
  });
  const tag = tagged(gaps, ({ first }) => ({ 'data-missing': data.slots[first]?.key }));
  return [
    rect(gaps, {
      ...{ x1: ({ first }) => first - 0.5, x2: ({ last }) => last + 0.5 },
      ...{ className: 'gaps', title: 'text', ...tag },
    }),
    text(labels, { x: 'at', frameAnchor: 'bottom', dy: -em * 0.4, text: 'said', className: 'gap-labels' }),
  ];
}

/** A rule for each event of one slot, a light band for each of several, and their texts above the plot. */
export function eventMarks(panel: Panel, em: number, isNamed: boolean): Markish[] {
  const { data } = panel;
  const all = data.events ?? [];
  const [rules, spans] = [true, false].map((isRule) =>
    all.filter(({ first, last }) => (first === last) === isRule),
  );
  const tag = (some: readonly ChartEvent[] = []) =>
    tagged(some, ({ first }) => ({ 'data-event': data.slots[first]?.key }));
  const labels = isNamed ? namedAbove(panel, em) : [];
  return [
    rect(spans ?? [], {
      ...{ x1: ({ first }) => first - 0.5, x2: ({ last }) => last + 0.5 },
      ...{ className: 'events', title: 'text', ...tag(spans) },
    }),
    ruleX(rules ?? [], { x: 'first', className: 'events', title: 'text', ...tag(rules) }),
    ...sideTexts(labels, 'event-labels', { frameAnchor: 'top', dy: -em }),
  ];
}

type NamedPanel = Pick<Panel, 'data' | 'slotWidth' | 'x' | 'left' | 'right'>;

/** The texts of events, and those of gaps whose bands are too small for them. */
export function namedAbove(panel: NamedPanel, em: number): PlacedLabel[] {
  const { data } = panel;
  const small = gapsOf(data).filter((gap) => textWithin(gap, panel, em) === undefined);
  const told = data.events?.filter(({ isChosen }) => !isChosen) ?? [];
  const named = [...told, ...small].sort((one, other) => one.first - other.first);
  return placedLabels(named, panel, em);
}

/** The longest text of each event that fits between its neighbors: right of its start, else left of it. */
export function placedLabels(
  events: readonly ChartEvent[],
  { x, left, right }: Pick<Panel, 'x' | 'left' | 'right'>,
  em: number,
): PlacedLabel[] {
  const slotOf = ({ first, last }: ChartEvent) => first - (first === last ? 0 : 0.5);
  let taken = left;
  return events.flatMap((event, at) => {
    const start = x(slotOf(event));
    const next = events[at + 1];
    const end = next ? x(slotOf(next)) - em * 0.6 : right;
    const said = [event.text.replace(/:.*$/, ''), cut(event.text, SHORT)].find(
      ({ length }) => length * em * DIGIT <= Math.max(end - start, start - taken),
    );
    if (said === undefined) return [];
    const isLeft = said.length * em * DIGIT > end - start;
    if (!isLeft && start < taken) return [];
    taken = (isLeft ? start : start + said.length * em * DIGIT) + em * 0.6;
    return [{ said, at: slotOf(event), isLeft }];
  });
}
