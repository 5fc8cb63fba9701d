import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Waiting } from '../parts/loaded.tsx';
import type { ViewProps } from './view.ts';

/** A view whose script the browser loads when the view is opened first. A script that does not come is the view's fault. */
export function later(load: () => Promise<ComponentType<ViewProps>>): ComponentType<ViewProps> {
  let loaded: ComponentType<ViewProps> | null = null;
  return (props) => {
    const [Show, setShow] = useState(() => loaded);
    const [fault, setFault] = useState<unknown>(null);
    useEffect(() => {
      if (loaded) return;
      load().then((view) => {
        loaded = view;
        setShow(() => view);
      }, setFault);
    }, []);
    if (fault !== null) throw fault;
    return Show ? <Show {...props} /> : <Waiting />;
  };
}
