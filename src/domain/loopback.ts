import * as z from 'zod';

const ipv4 = z.ipv4();

/** Whether a host name is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (host.startsWith('127.') && ipv4.safeParse(host).success);
}
