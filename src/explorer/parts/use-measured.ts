import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** What is measured of an element, again whenever it or what it holds changes its size. */
export function useMeasured<Of extends HTMLElement, Size extends object>(
  usual: Size,
  measure: (element: Of) => Size,
): readonly [RefObject<Of | null>, Size] {
  const element = useRef<Of>(null);
  const [size, setSize] = useState(usual);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const read = () => {
      const next = measure(current);
      setSize((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
    };
    // at once, so that nothing is ever drawn in another size
    read();
    const observer = new ResizeObserver(read);
    for (const one of [current, ...current.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
