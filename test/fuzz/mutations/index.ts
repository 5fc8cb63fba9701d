import type { Base } from '../bases.ts';
import { BYTES_MUTATIONS } from './bytes.ts';
import { ENCODING_MUTATIONS } from './encodings.ts';
import type { Mutation } from './mutation.ts';
import { SHEET_STRUCTURE_MUTATIONS } from './sheet-structure.ts';
import { DIALECTS, TABLE_MUTATIONS } from './table.ts';
import { CSV_MUTATIONS, JSON_MUTATIONS } from './text.ts';
import { WORKBOOK_MUTATIONS } from './workbook.ts';
import { ZIP_MUTATIONS } from './zip.ts';

/** A group of mutations, and how often one of them is chosen. */
export interface Family {
  share: number;
  mutations: readonly Mutation[];
}

/** Mutations for each format. */
export const FAMILIES: Readonly<Record<Base['format'], readonly Family[]>> = {
  csv: [
    { share: 45, mutations: [...TABLE_MUTATIONS, ...DIALECTS] },
    { share: 25, mutations: CSV_MUTATIONS },
    { share: 12, mutations: ENCODING_MUTATIONS },
    { share: 18, mutations: BYTES_MUTATIONS },
  ],
  json: [
    { share: 35, mutations: TABLE_MUTATIONS },
    { share: 35, mutations: JSON_MUTATIONS },
    { share: 12, mutations: ENCODING_MUTATIONS },
    { share: 18, mutations: BYTES_MUTATIONS },
  ],
  xlsx: [
    { share: 50, mutations: WORKBOOK_MUTATIONS },
    { share: 15, mutations: SHEET_STRUCTURE_MUTATIONS },
    { share: 22, mutations: ZIP_MUTATIONS },
    { share: 13, mutations: BYTES_MUTATIONS },
  ],
};
