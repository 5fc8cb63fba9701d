import { useEffect } from 'preact/hooks';

/** Names the view in the browser's tab and history. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Sales tax allocations' : `${title} · Sales tax allocations`;
  }, [title]);
}
