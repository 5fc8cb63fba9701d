import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { MOST_COLUMNS } from './shown-columns.ts';

/** How many columns a frame has room for, by its width in letters. */
const ROOMS = [
  [56, MOST_COLUMNS],
  [36, 4],
  [0, 2],
] as const;

interface TableFrameProps {
  caption: string;
  /** The table for so many columns. */
  children(most: number): ComponentChildren;
}

/** Holds a table that scrolls with the page. Only one that is wider than the window scrolls sideways, by itself. */
export function TableFrame({ caption, children }: TableFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const [{ most, isWide }, setRoom] = useState({ most: MOST_COLUMNS as number, isWide: false });
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => {
      const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const most = ROOMS.find(([letters]) => current.clientWidth >= letters * letter)?.[1] ?? 2;
      const isWide = current.scrollWidth > current.clientWidth + 1;
      setRoom((old) => (old.most === most && old.isWide === isWide ? old : { most, isWide }));
    };
    // at once, so that the table is never drawn with other columns
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={frame}
      class={isWide ? 'table wide' : 'table'}
      // a wide table is scrolled by keyboard too
      tabIndex={isWide ? 0 : undefined}
      aria-label={caption}
    >
      {children(most)}
    </section>
  );
}
