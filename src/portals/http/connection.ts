import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { FetchFault } from './fault.ts';
import { type FetchLimits, LESS_AT_A_TIME } from './limits.ts';
import type { ClientOptions } from './messages.ts';

/** The connection of one exchange. Closing it discards the rest of a bad answer. */
export interface Connection {
  dispatcher: Dispatcher;
  /** Fires when the fetch stops, or when a limit is reached. Then the reason is a `FetchFault`. */
  signal: AbortSignal;
  /** Call it when the head of the answer is complete. */
  noteHead(): void;
  close(): Promise<void>;
}

/** Opens a connection for one exchange. Its limits also hold for bytes that are not HTTP. */
export function openConnection(
  { limits, proxies, signal }: Pick<ClientOptions, 'limits' | 'proxies' | 'signal'>,
  host: string,
): Connection {
  const limit = new AbortController();
  const giveUp = (fault: FetchFault) => limit.abort(fault);
  // the garbage collector may remove a signal of `AbortSignal.timeout` before it fires
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
    // its own timer restarts with every 103
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

/** Makes clients that count the bytes of all their sockets together. */
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
    `${host} did not send the whole answer within ${requestMs / 1000} s. Try again later`,
    'once',
    { isPortalDown: true },
  );
}

function noAnswer(host: string, { headersMs }: FetchLimits): FetchFault {
  return new FetchFault(`${host} did not answer within ${headersMs / 1000} s. Try again later`, 'once', {
    isPortalDown: true,
  });
}

function tooMuch(host: string, { receivedBytes }: FetchLimits): FetchFault {
  const limit = Math.floor(receivedBytes / 1024 / 1024);
  return new FetchFault(
    `${host} sent more than ${limit} MiB for one request. Check the address. ${LESS_AT_A_TIME}`,
    'none',
  );
}
