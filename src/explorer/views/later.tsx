import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePageTitle } from '../address/navigation.ts';
import { Waiting } from '../parts/loaded.tsx';

/** What a view is given: the parts of the path that its pattern names. */
export interface ViewProps {
  parts: Readonly<Record<string, string>>;
}

/** A view. `load` begins to load its script, if it has one of its own. */
export type View = ComponentType<ViewProps> & { load?(): void };

/**
 * A view, or a part of one, whose script the browser loads when it is shown first, or before. A script that does not come
 * is the view's fault.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { load(): void } {
  let loaded: ComponentType<Props> | null = null;
  const Later = (props: Props) => {
    const [Show, setShow] = useState(() => loaded);
    const [fault, setFault] = useState<unknown>(null);
    useEffect(() => {
      if (Show) return;
      load().then((view) => {
        loaded = view;
        setShow(() => view);
      }, setFault);
    }, []);
    if (fault !== null) throw fault;
    return Show ? <Show {...props} /> : <Waiting />;
  };
  const remember = (view: ComponentType<Props>) => {
    loaded = view;
  };
  // one that does not come is asked for again when it is shown
  return Object.assign(Later, { load: () => void load().then(remember, () => {}) });
}

/** An address without a view. */
export function NothingHere() {
  usePageTitle('Nothing here');
  return (
    <>
      <h1>There is nothing at this address</h1>
      <p>
        Search for a place on the <a href="./">start page</a>.
      </p>
    </>
  );
}
