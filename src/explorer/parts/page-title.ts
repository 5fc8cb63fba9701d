import { useLayoutEffect } from 'preact/hooks';

/** Names the view in the browser's tab and history. */
export function usePageTitle(title: string | null): void {
  useLayoutEffect(() => {
    document.title = title === null ? 'Sales tax allocations' : `${title} · Sales tax allocations`;
  }, [title]);
}
