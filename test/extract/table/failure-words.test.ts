import { expect, test } from 'vitest';
import { tellsFailure } from '../../../src/extract/table/failure-words.ts';

test.each([
  '504 Gateway Time-out',
  '<html>',
  '<!DOCTYPE html><html><head><title>Service</title>',
  '{"error": true,"message": "Query timeout"}',
  '}',
  'ORA-01555: snapshot too old: rollback segment number 9',
  'java.sql.SQLRecoverableException: No more data to read from socket',
  'ValueError: month must be in 1..12',
  'Traceback (most recent call last):',
  'ERROR',
  'Internal Server Error',
  'Error 1205: Lock wait timeout exceeded',
  'OUTPUT TRUNCATED',
  '... 6 more rows',
  '(1,204 further records not shown)',
  'Showing 1 to 500 of 1830 entries',
  'The request timed out.',
  'curl: (56) Recv failure: Connection reset by peer',
  'Download failed, please try again',
  'Segmentation fault (core dumped)',
])('"%s" tells of a failure', (text) => {
  expect(tellsFailure(text)).toBe(true);
});

test.each([
  'Source: Texas Comptroller of Public Accounts',
  '* Includes a correction of an error in an earlier period.',
  'Prior-period errors are included in Audit Collections.',
  'Payments of less than $100 are not shown separately.',
  'No more than four decimals are printed.',
  'Cities that failed to adopt the tax are left out.',
  'JOB DSB0450  RUN 07/14/2020  PAGE 1',
  'Report generated 2022-11-01 08:00, 1,830 rows selected.',
  'All cities, with the exception of those in Alder County',
  'Districts terminated in 2021 are listed until they are settled.',
  'FY 500 Server Park District: see note 3',
])('"%s" is an ordinary note', (text) => {
  expect(tellsFailure(text)).toBe(false);
});
