import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { isKindOf } from '../domain/report.ts';
import { parseSettings } from '../domain/text/json.ts';
import { plainIssue } from '../domain/text/plain-issue.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { STATES } from '../states/index.ts';
import { type Feed, feedEntry } from './feed.ts';

const portalFile = z.strictObject(
  Object.fromEntries(STATES.map(({ code }) => [code, z.array(feedEntry).default([])])),
);

/** Reads the feeds of all states. Throws an `OperatorError` of one line that names the wrong entry. */
export function readPortalFile(path: string): Feed[] {
  const parsed = portalFile.safeParse(readJsonFile(path), { error: plainIssue });
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw unusable(path, issues.map((text) => text.replace(/^: /, '')).join('; '));
  }
  const feeds = Object.entries(parsed.data).flatMap(([state, list]) =>
    list.map(
      (feed): Feed =>
        feed.protocol === 'file' ? { ...feed, state, url: fileAddress(path, feed.url) } : { ...feed, state },
    ),
  );
  const problem = feeds.map((feed) => problemOf(feed, feeds)).find((text) => text !== null);
  if (problem) throw unusable(path, problem);
  return feeds;
}

/** Faults that depend on several keys or feeds. */
function problemOf(feed: Feed, all: readonly Feed[]): string | null {
  const { name, state, kind, is_guess, note } = feed;
  if (all.some((other) => other !== feed && other.name === name)) return `two feeds have the name "${name}"`;
  if (kind !== null && !isKindOf(state, kind.name)) return `${name}: ${kind.name} is not a kind of ${state}`;
  if (is_guess && note === null)
    return `${name}: is_guess needs a note that says how to find the right settings`;
  if (feed.protocol !== 'file' && feed.span === 'year' && feed.month_filter === null)
    return `${name}: span "year" needs a month_filter`;
  return null;
}

/** A local path starts from the folder of the portal file. */
function fileAddress(path: string, text: string): URL {
  if (!/^[a-z]{2,}:\/\//i.test(text)) return pathToFileURL(resolve(dirname(path), text));
  const url = URL.parse(text);
  const isUsable = url && /^(https?|file):$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isUsable)
    throw unusable(
      path,
      `"${text}" must be a path, or an address with https:// and without user name or password`,
    );
  if (url.protocol === 'file:' && url.host !== '') throw unusable(path, `"${text}" is on another machine`);
  return url;
}

function readJsonFile(path: string): unknown {
  try {
    return parseSettings(readRegularFile(path).toString());
  } catch (error) {
    throw unusable(path, messageOf(error).replaceAll('\n', ' '));
  }
}

function unusable(path: string, reason: string): OperatorError {
  return new OperatorError(
    `Cannot use the portal file ${path}: ${reason}. Correct it, or give another one with --portals`,
    USAGE,
  );
}
