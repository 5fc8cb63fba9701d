import { type Client, connectToService } from '../../src/client/index.ts';
import type { Service } from './service.ts';

/** A client whose requests go to a service without a socket. It does something `before` each request. */
export function clientOf(
  service: () => Service,
  before: (path: string) => Promise<void> | void = () => {},
): Client {
  const origin = 'http://localhost';
  return connectToService({
    baseUrl: origin,
    send: async ({ url, headers }) => {
      const path = url.replace(origin, '');
      await before(path);
      const answer = await service().get(path, Object.fromEntries(headers));
      const named = Object.entries(answer.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      return new Response(answer.body, { status: answer.statusCode, headers: named });
    },
  });
}
