import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { escapeXml } from '../../domain/text/printable.ts';
import { joinNames } from '../../records/files/source.ts';
import type { Beside } from '../../records/list.ts';
import { updatesOf } from '../../records/queries/history/updates.ts';
import { STATE_CODES, STATES, stateOf } from '../../states/index.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { TOKEN_NEEDED } from '../contract.ts';
import { addressOf } from '../http/addresses.ts';
import type { Answers } from '../http/answers.ts';

/** The newest updates that a feed has. */
const LISTED = 50;
const query = z.strictObject({ state: z.enum(STATE_CODES).optional(), key: z.string().optional() });
type Query = z.output<typeof query>;

/** Serves the newest updates as an Atom feed. Feed readers send no headers, so its address can have a key. */
export function serveUpdatesFeed(app: FastifyInstance, answers: Answers, beside: () => Beside): void {
  app.route<{ Querystring: Query }>({
    method: 'GET',
    url: '/updates.atom',
    schema: { hide: true, querystring: query, security: TOKEN_NEEDED },
    config: { takesFeedKey: true },
    handler: (request, reply) => {
      const { state } = request.query;
      const base = new URL('.', addressOf(request)).href;
      return answers.sendText(reply, 'application/atom+xml; charset=utf-8', (view) =>
        atomOf(view, state, base, beside()),
      );
    },
  });
}

function atomOf(view: DatasetView, state: Query['state'], base: string, beside: Beside): string {
  const entries = updatesOf(view, state, beside).slice(0, LISTED);
  const names = (state ? [stateOf(state)] : STATES).map(({ name }) => name);
  const self = `${base}updates.atom${state ? `?state=${state}` : ''}`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(self)}</id>`,
    `<title>Sales tax allocations of ${joinNames(names)}</title>`,
    '<author><name>Sales tax allocations</name></author>',
    `<updated>${entries[0]?.at ?? '1970-01-01T00:00:00Z'}</updated>`,
    `<link rel="self" href="${escapeXml(self)}"/>`,
    `<link href="${escapeXml(`${base}updates`)}"/>`,
    ...entries.map(({ key, title, at, page, tell }) =>
      [
        '<entry>',
        `<id>${escapeXml(`${base}updates/${key}`)}</id>`,
        `<title>${escapeXml(title)}</title>`,
        `<updated>${at}</updated>`,
        `<link href="${escapeXml(base + page.slice(1))}"/>`,
        `<summary>${escapeXml(tell(view).text)}</summary>`,
        '</entry>',
      ].join(''),
    ),
    '</feed>\n',
  ].join('\n');
}
