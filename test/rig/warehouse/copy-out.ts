import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { NULL_TEXT } from './stored-table.ts';

/** Writes the rows of a query as CSV, in the form of `csvRelation`. */
export async function copyOut(connectionString: string, query: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const rows = client.query(
      copyTo(`COPY (${query}) TO STDOUT WITH (FORMAT csv, HEADER, NULL '${NULL_TEXT}')`),
    );
    await pipeline(rows, createWriteStream(file));
  } finally {
    await client.end();
  }
}
