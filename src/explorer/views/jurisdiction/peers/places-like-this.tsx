import { useEffect, useRef, useState } from 'preact/hooks';
import { SITE_PLACES } from '../../../address/site.ts';
import { later } from '../../later.tsx';
import type { ViewedPlace } from '../series.tsx';

const Peers = later<ViewedPlace>(async () => {
  const peers = await import('./peers.tsx');
  return SITE_PLACES > 0 ? peers.RankLine : peers.Peers;
});

/**
 * The places nearest in size, the changes of all places of the type, and the rank. Asked for when it comes into sight. A
 * site without all places has only the rank.
 */
export function PlacesLikeThis(props: ViewedPlace) {
  const [section, isInSight] = useSight();
  return (
    <section ref={section} class="peers" aria-label="Places like this one">
      <h2>Places like this one</h2>
      {isInSight && <Peers {...props} />}
    </section>
  );
}

/** Whether an element came into the window. Without a window that tells, it did. */
function useSight() {
  const element = useRef<HTMLElement>(null);
  const [isInSight, setInSight] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const { current } = element;
    if (!current || isInSight) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setInSight(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isInSight]);
  return [element, isInSight] as const;
}
