import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from './errors.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** A hook that lets a route for GET answer HEAD too. It runs the same hooks, so the headers are the same. */
export function answerHead(route: RouteOptions): void {
  if (route.method === 'GET' && route.exposeHeadRoute !== false) route.method = ['GET', 'HEAD'];
}

/** A hook that refuses all other methods, at any address, before the body is read. */
export async function checkMethod({ method }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (READING.includes(method)) return;
  reply.header('Allow', READING.join(', '));
  throw new Refusal(405, `The service is read-only and does not allow ${method}. Use GET.`);
}
