import { expect, test } from 'vitest';
import { tellsFailure } from '../../../src/extract/table/failure-words.ts';

test.each([
  '504 Gateway Time-out',
  '<!DOCTYPE html><html><head><title>Service</title>',
  '{"error": true,"message": "Query timeout"}',
  '}',
  'java.sql.SQLRecoverableException: No more data to read from socket',
  'Error 1205: Lock wait timeout exceeded',
  'OUTPUT TRUNCATED',
  '... 6 more rows',
  '(1,204 further records not shown)',
  'Showing 1 to 500 of 1830 entries',
  'curl: (56) Recv failure: Connection reset by peer',
  'Download failed, please try again',
])('"%s" tells of a failure', (text) => {
  expect(tellsFailure(text)).toBe(true);
});

test.each([
  '* Includes a correction of an error in an earlier period.',
  'Prior-period errors are included in Audit Collections.',
  'Payments of less than $100 are not shown separately.',
  'Cities that failed to adopt the tax are left out.',
  'JOB DSB0450  RUN 07/14/2020  PAGE 1',
  'All cities, with the exception of those in Alder County',
  'Districts terminated in 2021 are listed until they are settled.',
  'FY 500 Server Park District: see note 3',
])('"%s" is an ordinary note', (text) => {
  expect(tellsFailure(text)).toBe(false);
});
