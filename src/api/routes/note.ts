import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Beside } from '../../records/list.ts';
import { NOTE_FILTERS, type NoteQuestion } from '../../records/note/note.ts';
import { newDocument, readPlaceNote } from '../../records/note/read.ts';
import { answerOf, TOKEN_NEEDED } from '../contract.ts';
import type { Answers } from '../http/answers.ts';
import { RouteQuery } from '../http/checked-parameters.ts';
import { Refusal } from '../http/errors.ts';
import { jurisdictionAt, jurisdictionPath } from '../records/jurisdiction.ts';

/** A note has its styles inside, and nothing else that a browser loads or runs. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

interface NoteRequest {
  Params: z.output<typeof jurisdictionPath>;
  Querystring: Omit<NoteQuestion, 'id'>;
}

/** Serves the note of one place as a page of HTML. */
export function serveNotes(
  app: FastifyInstance,
  answers: Answers,
  programVersion: string,
  beside: () => Beside,
): void {
  app.route<NoteRequest>({
    method: 'GET',
    url: '/api/jurisdictions/:id/note',
    schema: {
      operationId: 'show_note',
      tags: ['analysis'],
      summary: 'Write one page about a payment of a jurisdiction, to print or to send',
      description: 'The page has its styles and its chart inside, and loads nothing.',
      params: jurisdictionPath,
      querystring: new RouteQuery({ filters: NOTE_FILTERS, paging: null }),
      security: TOKEN_NEEDED,
      response: answerOf(z.string().meta({ description: 'A whole document' }), 'The page', 'text/html'),
    },
    handler: async (request, reply) => {
      // few services write notes
      const { noteHtml } = await import('../../explorer/note/note-page.tsx');
      reply.header('content-security-policy', POLICY);
      return answers.sendText(reply, 'text/html; charset=utf-8', (view) => {
        const { id } = jurisdictionAt(view, request.params);
        const note = readPlaceNote(view, { id, ...request.query }, programVersion, beside());
        if (!note) throw new Refusal(404, 'The dataset has no payment of this state.');
        return noteHtml(note, newDocument());
      });
    },
  });
}
