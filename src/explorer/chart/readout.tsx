import { type ChartData, hasBelow, panelsOf, showAt } from './chart-data.ts';
import type { ChartSize, Panel } from './layout.ts';

/** Where a pointer is in a chart. Right of the last slot are the names of lines. */
export interface Pointed {
  panel: Panel;
  slot: number;
  /** In pixels. */
  y: number;
  isMouse: boolean;
}

/** The line nearest to the pointer in its slot, or the one whose name is nearest; `null` if there is none. */
export function nearestLine({ panel: { data, ends, y: heightOf }, slot, y }: Pointed): string | null {
  const lines = data.series.flatMap(({ id, shape, values }) => {
    const value = values[slot] ?? null;
    return value === null || shape !== 'line' ? [] : [{ id, y: heightOf(value) }];
  });
  const all = slot >= data.slots.length ? ends : lines;
  return [...all].sort((one, other) => Math.abs(one.y - y) - Math.abs(other.y - y))[0]?.id ?? null;
}

interface SlotValuesProps {
  data: ChartData;
  at: number;
  /** The line that is raised. */
  near: string | null;
}

/** The figures of one slot, which are the key to the colors too. */
export function SlotValues({ data, at, near }: SlotValuesProps) {
  return (
    <dl>
      {panelsOf(data).flatMap(({ measure, series: all }) =>
        all.map((series) => {
          const { id, label, tone, shape, values, isExpected, doubtful } = series;
          const value = values[at] ?? null;
          const isMissing = value === null && (isExpected?.[at] ?? true);
          // what has nothing to tell of the slot
          if (value === null && !isMissing && !data.isOfEquals) return null;
          return (
            <div key={id} class={id === near ? 'raised' : ''}>
              <dt>
                <i class={`swatch ${shape} tone-${tone}${hasBelow(series) ? ' signed' : ''}`} /> {label}
              </dt>
              <dd class={value === null ? 'none' : ''}>
                {value === null && !isMissing ? '–' : showAt(series, at, measure)}
                {doubtful?.[at] && <span class="hint"> ○ doubtful</span>}
              </dd>
            </div>
          );
        }),
      )}
    </dl>
  );
}

/** The figures beside the slot, where there is more room, and away from the mouse. */
export function Tip({ pointed, size, ...shown }: SlotValuesProps & { pointed: Pointed; size: ChartSize }) {
  const { panel, y } = pointed;
  const { width, height, em } = size;
  const x = panel.x(shown.at);
  const gap = panel.slotWidth / 2 + em;
  const side = x < width / 2 ? { left: `${x + gap}px` } : { right: `${width - x + gap}px` };
  const isLow = y > (panel.top + panel.bottom) / 2;
  const end = isLow ? { top: `${panel.top}px` } : { bottom: `${height - panel.bottom}px` };
  return (
    <div class="tip" aria-hidden="true" style={{ ...side, ...end }}>
      <b>{shown.data.slots[shown.at]?.name}</b>
      <SlotValues {...shown} />
    </div>
  );
}

/** The slot that is being read, and those that the mouse was dragged across. */
export function Cursor({ panel, at, from }: { panel: Panel; at: number; from: number }) {
  const { data, x, y, top, bottom, slotWidth } = panel;
  if (at < 0) return null;
  return (
    <>
      {from !== at && (
        <rect
          {...{ x: x(Math.min(from, at)) - slotWidth / 2, y: top }}
          {...{ width: (Math.abs(from - at) + 1) * slotWidth, height: bottom - top }}
        />
      )}
      <line x1={x(at)} x2={x(at)} y1={top} y2={bottom} />
      {/* the subject is drawn last, over the others */}
      {[...data.series].reverse().map(({ id, tone, shape, values }) => {
        const value = values[at] ?? null;
        if (value === null || shape !== 'line') return null;
        return <circle key={id} class={`tone-${tone}`} cx={x(at)} cy={y(value)} r={4.5} />;
      })}
    </>
  );
}
