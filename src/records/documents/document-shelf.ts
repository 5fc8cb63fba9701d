import type { Documents } from './shapes.ts';

/** Thrown if a document must be loaded before a question can be answered. */
export class NeedsDocument extends Error {
  readonly document: string;

  constructor(document: string) {
    super(`the document ${document} is not loaded`);
    this.document = document;
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

  /** A document; `null` if there is none of the name. Throws a `NeedsDocument` if it is not loaded. */
  get<Kind extends keyof Documents>(_: Kind, name: string): Documents[Kind] | null {
    if (!this.documents.has(name)) throw new NeedsDocument(name);
    // what a document is follows from its name, and the same program wrote it
    return this.documents.get(name) as Documents[Kind] | null;
  }
}

export const DATASET = 'dataset';
export const REPORTS = 'reports';
export const placesName = (state: string): string => `${state}/places`;
export const fieldName = (state: string, field: string): string => `${state}/field-${field}`;
export const besideName = (state: string): string => `${state}/beside`;
export const errorsName = (state: string): string => `${state}/errors`;
export const placeName = (id: number): string => `places/${id}`;
