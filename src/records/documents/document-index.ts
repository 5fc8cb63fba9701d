/**
 * Which publication of a site changed each document last. The file of a document is named after it, so the documents
 * of several versions lie side by side, and a document that stays as it is keeps its name.
 */
export interface DocumentIndex {
  publications: readonly string[];
  /** The place of the publication in `publications`, by document. Documents that are counted share a list. */
  documents: Readonly<Record<string, number | readonly number[]>>;
}

const COUNTED = /^(.+)-(\d+)$/;

export function indexDocuments(stamps: ReadonlyMap<string, string>): DocumentIndex {
  const publications = [...new Set(stamps.values())];
  const documents: Record<string, number | number[]> = {};
  for (const [name, stamp] of stamps) {
    const publication = publications.indexOf(stamp);
    const { group, number } = partsOf(name);
    const known = documents[group];
    if (number === null) documents[group] = publication;
    else if (Array.isArray(known)) known[number] = publication;
    else documents[group] = Object.assign([], { [number]: publication });
  }
  return { publications, documents };
}

/** The file of a document, for example `tx/block-12.3fc65635.json`; `null` if there is no such document. */
export function documentFile(index: DocumentIndex, name: string): string | null {
  const publication = publicationOf(index, name);
  const stamp = typeof publication === 'number' ? index.publications[publication] : undefined;
  return stamp === undefined ? null : stampedFile(name, stamp);
}

function publicationOf({ documents }: DocumentIndex, name: string) {
  const { group, number } = partsOf(name);
  const known = documents[group];
  if (number === null) return known;
  return typeof known === 'object' ? known[number] : undefined;
}

export function stampedFile(name: string, stamp: string): string {
  return `${name}.${stamp}.json`;
}

function partsOf(name: string): { group: string; number: number | null } {
  const [, group, number] = COUNTED.exec(name) ?? [];
  return group === undefined ? { group: name, number: null } : { group, number: Number(number) };
}
