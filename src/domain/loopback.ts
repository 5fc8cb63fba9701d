import * as z from 'zod';

const ipv4 = z.ipv4();

/** Whether a host, as addresses name it, is this machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (name.startsWith('127.') && ipv4.safeParse(name).success);
}
