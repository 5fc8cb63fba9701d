import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Options of all routes. HEAD runs the same hooks as GET, so the headers are the same. */
export const READ = { method: ['GET', 'HEAD'], exposeHeadRoute: false };

/** A hook that refuses all other methods, at any address, before the body is read. */
export async function checkMethod({ method }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (READING.includes(method)) return;
  reply.header('Allow', READING.join(', '));
  throw new Refusal(405, `The service is read-only and does not allow ${method}. Use GET.`);
}
