import type { KnownState } from '../../domain/reading/figure-reading.ts';
import type { Documents } from './shapes.ts';

type Taxed = Pick<KnownState, 'code' | 'headline' | 'taxFields'>;

/** Thrown if documents must be loaded before a question can be answered. */
export class NeedsDocuments extends Error {
  readonly documents: readonly string[];

  constructor(documents: readonly string[]) {
    super(`not loaded: ${documents.join(', ')}`);
    this.documents = documents;
  }
}

/** Thrown if documents do not have what is asked, and never will. */
export class NotInDocuments extends Error {
  constructor(message = 'This site does not have these figures. The service of the dataset has them.') {
    super(message);
  }
}

/** The documents that are loaded. `null` is a document that does not exist. */
export class DocumentShelf {
  private readonly documents = new Map<string, unknown>();

  put(name: string, document: unknown): void {
    this.documents.set(name, document);
  }

  has(name: string): boolean {
    return this.documents.has(name);
  }

  /** Throws a `NeedsDocuments` that names all of these that are not loaded. */
  require(names: readonly string[]): void {
    const missing = names.filter((name) => !this.documents.has(name));
    if (missing.length > 0) throw new NeedsDocuments(missing);
  }

  /** A document; `null` if there is none of the name. Throws a `NeedsDocuments` if it is not loaded. */
  get<Kind extends keyof Documents>(_: Kind, name: string): Documents[Kind] | null {
    this.require([name]);
    // what a document is follows from its name, and the same program wrote it
    return this.documents.get(name) as Documents[Kind] | null;
  }
}

/** The file of a document of a site, for example `tx/block-12.3fc65635.json`. */
export function stampedFile(name: string, stamp: string): string {
  return `${name}.${stamp}.json`;
}

export const DATASET = 'dataset';
export const POPULATION = 'population';
/** The index of a site, which only the reader of its files needs. */
export const DOCUMENTS = 'documents';
export const placesName = (state: string): string => `${state}/places`;
export const allName = (state: string, field: string): string => `${state}/all-${field}`;
/** The documents that answer a question about all places of a state. Payments are compared tax by tax. */
export const ofAllNames = ({ code, headline, taxFields }: Taxed, field = headline): string[] => {
  const taxed = [headline, ...taxFields];
  const fields = taxed.includes(field) ? taxed : [field];
  return [placesName(code), besideName(code), ...fields.map((one) => allName(code, one))];
};
export const besideName = (state: string): string => `${state}/beside`;
export const reportsName = (state: string): string => `${state}/reports`;
/** Of the years that begin with a calendar month, counted by payment or `lag` months earlier. */
export const errorsName = (state: string, lag: number, start: number): string =>
  `${state}/errors-${lag * 12 + start}`;
export const blockName = (state: string, block: number): string => `${state}/block-${block}`;
export const rowsName = (state: string, block: number): string => `${state}/rows-${block}`;
