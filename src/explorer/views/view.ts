import type { ComponentType } from 'preact';

/** What a view is given: the parts of the path that its pattern names. */
export interface ViewProps {
  parts: Readonly<Record<string, string>>;
}

/** A view. `load` begins to load its script, if it has one of its own. */
export type View = ComponentType<ViewProps> & { load?(): void };
