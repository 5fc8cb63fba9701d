import { ID_SPAN } from '../../domain/jurisdiction.ts';
import { once } from '../../domain/reading/once.ts';
import { blockName, type DocumentShelf, rowsName } from './document-shelf.ts';
import type { PlaceDocument, RowsDocument, StateDocument } from './shapes.ts';

/** A document with some places of a state. */
interface Block {
  state: string;
  number: number;
}

/** The documents that have the figures of places, each of some places. */
export class PlaceBlocks {
  private readonly shelf: DocumentShelf;
  private readonly states: readonly StateDocument[];
  private readonly placesOf = once((name: string): ReadonlyMap<number, PlaceDocument> => {
    const { places } = this.shelf.get('block', name) ?? { places: [] };
    return new Map(places.map((place) => [place.jurisdiction.id, place]));
  });
  /** The block that has a place, if there is the place; `null` if there is none. */
  private readonly blockOf = once((id: number): Block | null => {
    const state = this.states.find(({ fips }) => fips === Math.trunc(id / ID_SPAN));
    const number = (state?.blocks ?? []).filter((first) => first <= id).length - 1;
    return state && number >= 0 ? { state: state.code, number } : null;
  });

  constructor(shelf: DocumentShelf, states: readonly StateDocument[]) {
    this.shelf = shelf;
    this.states = states;
  }

  /** Whether the document that has a place is loaded. */
  has(id: number): boolean {
    const block = this.blockOf(id);
    return block !== null && this.shelf.has(blockName(block.state, block.number));
  }

  /** Throws a `NeedsDocuments` that names all documents of these places that are not loaded. */
  require(ids: readonly number[]): void {
    const names = ids.flatMap((id) => {
      const block = this.blockOf(id);
      return block ? [blockName(block.state, block.number)] : [];
    });
    this.shelf.require([...new Set(names)]);
  }

  /** A place with its figures; `null` if there is none. */
  place(id: number): PlaceDocument | null {
    const block = this.blockOf(id);
    return (block && this.placesOf(blockName(block.state, block.number)).get(id)) ?? null;
  }

  /** The rows behind the figures of the places of a block; `null` if no block has the place. */
  rows(id: number): RowsDocument | null {
    const block = this.blockOf(id);
    return block && this.shelf.get('rows', rowsName(block.state, block.number));
  }
}
