import type { ComponentType } from 'preact';

/** What a view is given: the parts of the path that its pattern names. */
export interface ViewProps {
  parts: Readonly<Record<string, string>>;
}

/** A view and its address. */
export interface View {
  /** `/jurisdictions/:id`. The service answers it with the page: see `src/api/routes/explorer.ts`. */
  pattern: string;
  /** The link in the head of the page; without it there is none. */
  link?: { text: string; to: string };
  /** `load` begins to load its script, if it has one of its own. */
  Show: ComponentType<ViewProps> & { load?(): void };
}
