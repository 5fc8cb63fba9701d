import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { TOKEN_NEEDED } from '../contract.ts';
import { NO_PARAMETERS } from '../http/checked-parameters.ts';
import { nothingAt, Refusal } from '../http/errors.ts';
import { listsTag } from '../http/every-answer.ts';

/** A published file. It never changes. */
export interface OfferedFile {
  version: string;
  /** Path on the disk. */
  file: string;
  bytes: number;
  sha256: string;
  /** Whether the address names the version, so that its content never changes. */
  isPinned: boolean;
}

/** Finds a published file by its path below `/files`; `null` if there is none. */
export type FindFile = (path: string) => OfferedFile | null;

const INCOMPLETE = 'The published files are damaged or not complete. See the log of the service.';

const filePath = z.object({ '*': z.string() });

/** Serves the published Parquet files and their manifest. The OpenAPI document cannot describe paths with slashes. */
export function serveFiles(app: FastifyInstance, find: FindFile): void {
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
      return answerFile(request, reply, offered);
    },
  });
}

async function answerFile(request: FastifyRequest, reply: FastifyReply, offered: OfferedFile) {
  const { version, bytes, sha256, isPinned } = offered;
  const found = await stat(offered.file).catch(() => null);
  // its folder is being copied, or is damaged
  if (!found?.isFile() || found.size !== bytes) throw new Refusal(503, INCOMPLETE);
  const tag = `"${sha256}"`;
  reply.headers({
    etag: tag,
    'dataset-version': version,
    'accept-ranges': 'bytes',
    'cache-control': isPinned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
  });
  const { 'if-match': wanted, 'if-none-match': known, 'if-range': same, range: asked } = request.headers;
  // a reader of parts must not mix two versions
  if (wanted !== undefined && !listsTag(wanted, tag))
    throw new Refusal(412, 'The file is now of another version. Read it again from the start.');
  if (listsTag(known, tag)) return reply.code(304).send();
  const range = same === undefined || same === tag ? readRange(asked, bytes) : null;
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${bytes}`);
    throw new Refusal(416, `The file has ${bytes} bytes, and the range begins after them.`);
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  reply.type(
    offered.file.endsWith('.json') ? 'application/json; charset=utf-8' : 'application/vnd.apache.parquet',
  );
  reply.header('content-length', end - start + 1);
  return reply.send(request.method === 'HEAD' ? null : createReadStream(offered.file, { start, end }));
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads the header `Range`. `null` asks for the whole file: without a range, with several, or with one of another unit.
 * `'beyond'` asks for nothing that the file has.
 */
function readRange(header: string | undefined, bytes: number) {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(bytes - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start > end ? 'beyond' : { start, end };
}
