import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface TableFrameProps {
  caption: string;
  /** How many rows to show of those that are drawn; `null` for all. */
  first: number | null;
  /** Called with true once something scrolls to a row that is not shown. */
  onFind(isFound: true): void;
  children: ComponentChildren;
}

/**
 * Holds a table that may be wider than the page: it scrolls sideways, and says so. A long one shows its first rows. The
 * others are there for the search of the browser, for keyboard and for print, and show once something scrolls to them.
 */
export function TableFrame({ caption, first, onFind, children }: TableFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const { isWide, hasMore, height } = useRoom(frame, first);
  const isFolded = first !== null;
  const found = useRef(0);
  const look = () => {
    const { scrollTop = 0 } = frame.current ?? {};
    if (!isFolded || scrollTop === 0) return;
    found.current = scrollTop;
    onFind(true);
  };
  useLayoutEffect(() => {
    // the row that was found does not move in the window: the frame of a long table scrolls by itself
    const before = found.current;
    found.current = 0;
    if (!frame.current || before === 0) return;
    frame.current.scrollTop = before;
    scrollBy(0, before - frame.current.scrollTop);
  }, [isFolded]);
  const kinds = ['table', isWide && 'wide', hasMore && 'more', isFolded && 'folded']
    .filter(Boolean)
    .join(' ');
  return (
    <>
      {isWide && <p class="hint onward">This table has more columns: scroll it sideways.</p>}
      <section
        ref={frame}
        class={kinds}
        style={!isFolded || height === null ? undefined : { '--height-of-rows': `${height}px` }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
        tabIndex={0}
        aria-label={caption}
        onScroll={look}
      >
        {children}
      </section>
    </>
  );
}

/**
 * Whether the content is wider than the element, whether its right part is hidden, and how high the element is with its
 * first rows: in pixels, `null` if it shows all.
 */
function useRoom(frame: { readonly current: HTMLElement | null }, first: number | null) {
  const [room, setRoom] = useState({ isWide: false, hasMore: false, height: heightOfRows(null, null) });
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => {
      const { scrollWidth, clientWidth, scrollLeft } = current;
      const isWide = scrollWidth > clientWidth + 1;
      const hasMore = scrollLeft + clientWidth < scrollWidth - 1;
      const height = heightOfRows(current, first);
      setRoom((old) =>
        old.isWide === isWide && old.hasMore === hasMore && old.height === height
          ? old
          : { isWide, hasMore, height },
      );
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
  }, [first]);
  return room;
}

/** The height of a frame that ends with a row: rows with a reason or a long name are higher than others. */
function heightOfRows(frame: HTMLElement | null, rows: number | null): number | null {
  const last = rows === null ? null : frame?.querySelector<HTMLElement>(`tbody > tr:nth-child(${rows})`);
  if (!frame || !last) return null;
  const bordersAndBar = frame.offsetHeight - frame.clientHeight;
  return last.offsetTop + last.offsetHeight + bordersAndBar;
}
