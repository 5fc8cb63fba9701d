import pg from 'pg';
import { expect, test } from 'vitest';
import { explainPostgres } from '../../src/publish/postgres/connection.ts';

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('"%s" is a lost connection, with what to do', (message) => {
  const client = new pg.Client({ host: 'localhost', database: 'taxes', user: 'publisher' });
  expect(explainPostgres(client, new Error(message))).toMatchObject({
    name: 'OperatorError',
    exitCode: 74,
    message: expect.stringContaining(
      `Cannot publish to taxes at localhost:5432 (user publisher). ${message}.`,
    ),
  });
});
