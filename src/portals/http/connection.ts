import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { FetchFault } from './fault.ts';
import type { FetchLimits } from './limits.ts';
import type { ClientOptions } from './messages.ts';

/** What one exchange is done over. It ends with the exchange, and with it all that was left of a bad answer. */
export interface Connection {
  dispatcher: Dispatcher;
  /** Fires when the fetch is given up or a limit is reached; the reason is then a `FetchFault`. */
  signal: AbortSignal;
  /** Call it when the head of the answer is whole. */
  noteHead(): void;
  close(): Promise<void>;
}

/** Opens a connection for one exchange. Its limits hold for whatever arrives, HTTP or not. */
export function openConnection(
  { limits, proxies, signal }: Pick<ClientOptions, 'limits' | 'proxies' | 'signal'>,
  host: string,
): Connection {
  const limit = new AbortController();
  const giveUp = (fault: FetchFault) => limit.abort(fault);
  // a signal of `AbortSignal.timeout` may be collected as garbage before it fires
  const whole = setTimeout(() => giveUp(tooSlow(host, limits)), limits.requestMs);
  const head = setTimeout(() => giveUp(noAnswer(host, limits)), limits.headersMs);
  const connect = { timeout: limits.connectMs, allowH2: false };
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: proxies.http,
    httpsProxy: proxies.https,
    noProxy: proxies.none,
    connect,
    proxyTls: connect,
    requestTls: connect,
    // its own timer starts anew with every 103
    headersTimeout: 0,
    bodyTimeout: limits.idleMs,
    allowH2: false,
    factory: countingBytes(limits.receivedBytes, () => giveUp(tooMuch(host, limits))),
  });
  return {
    dispatcher,
    signal: AbortSignal.any([signal, limit.signal]),
    noteHead: () => clearTimeout(head),
    close: () => {
      clearTimeout(whole);
      clearTimeout(head);
      return dispatcher.destroy();
    },
  };
}

/** Makes clients that count what arrives on their sockets, all together. */
function countingBytes(most: number, onExcess: () => void) {
  const sockets: Socket[] = [];
  const check = () => {
    if (sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) > most) onExcess();
  };
  return (origin: string | URL, options: Client.Options): Client => {
    const open =
      typeof options.connect === 'function' ? options.connect : buildConnector({ ...options.connect });
    const connect: buildConnector.connector = (to, callback) =>
      open(to, (...result) => {
        const [, socket] = result;
        if (socket) sockets.push(socket.on('readable', check));
        callback(...result);
      });
    return new Client(origin, { ...options, connect });
  };
}

function tooSlow(host: string, { requestMs }: FetchLimits): FetchFault {
  return new FetchFault(
    `the whole answer of ${host} was not there within ${requestMs / 1000} s; try later`,
    'once',
  );
}

function noAnswer(host: string, { headersMs }: FetchLimits): FetchFault {
  return new FetchFault(`no answer of ${host} within ${headersMs / 1000} s; try later`, 'once');
}

function tooMuch(host: string, { receivedBytes }: FetchLimits): FetchFault {
  const limit = Math.floor(receivedBytes / 1024 / 1024);
  return new FetchFault(
    `${host} sent more than ${limit} MiB for one request; check the address, or ask for less at a time (span, first_month)`,
    'none',
  );
}
