import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { countOf } from '../words/figures.ts';

interface TableFrameProps {
  caption: string;
  isBusy: boolean;
  rows: number;
  /** How many rows to show at first; all by default. */
  first?: number | undefined;
  children: ComponentChildren;
}

/**
 * Holds a table that may be wider than the page: it scrolls sideways, and says so. A long one shows its first rows. The
 * others are there for the search of the browser, for keyboard and for print, and show once something scrolls to them.
 */
export function TableFrame({ caption, isBusy, rows, first = rows, children }: TableFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const { isWide, hasMore } = useRoom(frame);
  const [isWhole, setWhole] = useState(false);
  const isFolded = !isWhole && rows > first;
  const found = useRef(0);
  const look = () => {
    const { scrollTop = 0 } = frame.current ?? {};
    if (!isFolded || scrollTop === 0) return;
    found.current = scrollTop;
    setWhole(true);
  };
  useLayoutEffect(() => {
    // the row that was found does not move in the window
    scrollBy(0, found.current);
    found.current = 0;
  }, [isWhole]);
  const kinds = ['table', isWide && 'wide', hasMore && 'more', isFolded && 'folded']
    .filter(Boolean)
    .join(' ');
  return (
    <>
      {isWide && <p class="hint onward">This table has more columns: scroll it sideways.</p>}
      <section
        ref={frame}
        class={kinds}
        style={isFolded ? { '--rows': first } : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
        tabIndex={0}
        aria-label={caption}
        aria-busy={isBusy}
        onScroll={look}
      >
        {children}
      </section>
      {rows > first && (
        <p class="actions">
          <button type="button" onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${first} rows` : `Show all ${countOf(rows, 'row')}`}
          </button>
        </p>
      )}
    </>
  );
}

/** Whether the content is wider than the element, and whether its right part is hidden. */
function useRoom(frame: { readonly current: HTMLElement | null }) {
  const [room, setRoom] = useState({ isWide: false, hasMore: false });
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => {
      const { scrollWidth, clientWidth, scrollLeft } = current;
      const isWide = scrollWidth > clientWidth + 1;
      const hasMore = scrollLeft + clientWidth < scrollWidth - 1;
      setRoom((old) => (old.isWide === isWide && old.hasMore === hasMore ? old : { isWide, hasMore }));
    };
    // at once, so that the table does not move down a moment later
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, []);
  return room;
}
