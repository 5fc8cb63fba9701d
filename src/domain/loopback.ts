import * as z from 'zod';

const ipv4 = z.ipv4();

/** Whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (host.startsWith('127.') && ipv4.safeParse(host).success);
}
