import type { Random } from '../../rig/random.ts';
import type { Table } from '../table.ts';
import type { Directory, Part } from '../zip.ts';

interface Named {
  name: string;
  /** How often it is chosen compared with the others; default 1. */
  weight?: number;
}

/** Changes the cells, before they are printed as CSV or JSON. */
export interface TableMutation extends Named {
  stage: 'table';
  apply(table: Table, random: Random): Table;
}

/** Changes the text of a CSV or JSON file. */
export interface TextMutation extends Named {
  stage: 'csv' | 'json';
  apply(text: string, random: Random): string;
}

/** Changes the parts of a workbook. */
export interface PartsMutation extends Named {
  stage: 'parts';
  apply(parts: readonly Part[], random: Random): Part[];
}

/** Changes how the parts are packed. */
export interface ZipMutation extends Named {
  stage: 'zip';
  apply(parts: readonly Part[], random: Random): { parts: Part[]; directory?: Directory };
}

/** Encodes a text as bytes. */
export interface EncodingMutation extends Named {
  stage: 'encoding';
  apply(text: string, random: Random): Buffer;
}

/** Changes the bytes of the file; `other` are those of another report. */
export interface BytesMutation extends Named {
  stage: 'bytes';
  apply(bytes: Buffer, random: Random, other: () => Buffer): Buffer;
}

export type Mutation =
  | TableMutation
  | TextMutation
  | PartsMutation
  | ZipMutation
  | EncodingMutation
  | BytesMutation;
