import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Waiting } from '../parts/loaded.tsx';

/**
 * A view, or a part of one, whose script the browser loads when it is shown first. A script that does not come is the
 * view's fault.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
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
