import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { TOKEN_NEEDED } from '../contract.ts';
import { NO_PARAMETERS } from '../http/checked-parameters.ts';
import { nothingAt, Refusal } from '../http/errors.ts';
import { contentTypeOf } from '../http/formats.ts';

/** A published file. It never changes. */
export interface OfferedFile {
  version: string;
  /** Path on the disk. */
  file: string;
  bytes: number;
  /** Whether the address names the version, so that its content never changes. */
  isPinned: boolean;
}

/** Finds a published file by its path below `/files`; `null` if there is none. */
export type FindFile = (path: string) => OfferedFile | null;

const INCOMPLETE = 'The published files are damaged or not complete. See the log of the service.';

const filePath = z.object({ '*': z.string() });

/** Serves the published Parquet files and their manifest. The OpenAPI document cannot describe paths with slashes. */
export async function serveFiles(app: FastifyInstance, find: FindFile): Promise<void> {
  await app.register(staticFiles, { root: '/', serve: false });
  app.route<{ Params: z.output<typeof filePath> }>({
    method: 'GET',
    url: '/files/*',
    compress: false,
    schema: { hide: true, params: filePath, querystring: NO_PARAMETERS, security: TOKEN_NEEDED },
    handler: async (request, reply) => {
      let offered: OfferedFile | null;
      try {
        offered = find(request.params['*']);
      } catch (error) {
        request.log.error({ reqId: request.id, err: error }, 'cannot read the published files');
        throw new Refusal(503, INCOMPLETE);
      }
      if (!offered) throw new Refusal(404, nothingAt(request));
      const { version, file, bytes, isPinned } = offered;
      const found = await stat(file).catch(() => null);
      // its folder is being copied, or is damaged
      if (!found?.isFile() || found.size !== bytes) throw new Refusal(503, INCOMPLETE);
      reply.headers({
        'dataset-version': version,
        'cache-control': isPinned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      });
      const isJson = file.endsWith('.json');
      reply.type(isJson ? contentTypeOf('json') : 'application/vnd.apache.parquet');
      // the library refuses the end of a file that is longer than the file; readers ask for it to get the footer
      const [, last = '0'] = /^bytes=-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (Number(last) > bytes) delete request.headers.range;
      // in parts, too: the tag of a file tells a reader of parts that it is now of another version
      const own = { cacheControl: false, contentType: false, lastModified: false };
      return reply.sendFile(basename(file), dirname(file), own);
    },
  });
}
