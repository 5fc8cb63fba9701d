import type { FastifyInstance } from 'fastify';
import type { FiguresBeside } from '../../records/found-rows.ts';
import { openDocuments } from '../../records/making/documents.ts';
import { STATES } from '../../states/index.ts';
import { type DatasetView, perView } from '../../store/query/view.ts';
import { TOKEN_NEEDED } from '../contract.ts';
import type { Answers } from '../http/answers.ts';
import { NO_PARAMETERS } from '../http/checked-parameters.ts';
import { nothingAt, Refusal } from '../http/errors.ts';

interface DocumentRequest {
  Params: { '*': string };
}

/** Serves the documents that the page of a site has as files, so that the explorer computes from them too. */
export function serveDocuments(
  app: FastifyInstance,
  answers: Answers,
  overview: (view: DatasetView) => object,
  registers: FiguresBeside,
): void {
  const documentsOf = perView((view) =>
    openDocuments({ whole: view, view, states: STATES, hasAllYears: true }, () => overview(view), registers),
  );
  app.route<DocumentRequest>({
    method: 'GET',
    url: '/api/documents/*',
    schema: { hide: true, querystring: NO_PARAMETERS, security: TOKEN_NEEDED },
    handler: (request, reply) =>
      answers.sendNew(reply, (view) => {
        const make = documentsOf(view).get(request.params['*']);
        if (!make) throw new Refusal(404, nothingAt(request));
        return make();
      }),
  });
}
