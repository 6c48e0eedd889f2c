import { lookup as resolveName } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { OutsideError } from '../../../kernel/outside-error.ts';
import { isLoopback, isProviderAddress } from './issuer.ts';

/** Bytes of an answer of a provider. */
const ANSWER_BYTES = 1_048_576;
/** Time for a whole call (ms). */
const CALL_MS = 10_000;

/** A call to a provider that was refused here, or that got no usable answer. */
export class OutboundError extends OutsideError {
  constructor(
    readonly reason: 'address' | 'private' | 'unreachable' | 'slow' | 'large',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Networks that are not the internet: this machine, private ones, link-local ones, reserved ones. */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // Addresses of IPv4 in another form, private ones among them.
  ['2002::', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6');

/** Whether an address belongs to the internet. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isPublicAddress(mapped);
  if (isIP(address) === 4) return !privateNetworks.check(address, 'ipv4');
  return isIP(address) === 6 && publicIpv6.check(address, 'ipv6') && !privateNetworks.check(address, 'ipv6');
}

export interface GuardOptions {
  /** Whether addresses of this machine are allowed, also without TLS. */
  allowLoopback: boolean;
  /** Whether addresses of private networks are allowed: the operator of the server named the provider. */
  allowPrivate: boolean;
}

export interface OutboundInit {
  method?: string | undefined;
  headers?: Headers | Record<string, string> | undefined;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}

/**
 * Makes the calls to providers that administrators of tenants name. The connection goes to the address that was checked, so
 * that a name cannot change between check and call. Redirects are answers, which nobody follows.
 */
export function guardedFetch(options: GuardOptions) {
  return async (address: string, init: OutboundInit = {}): Promise<Response> => {
    if (!isProviderAddress(address, options.allowLoopback))
      throw new OutboundError('address', 'an address of the provider is not https');
    const url = new URL(address);
    const limit = AbortSignal.timeout(CALL_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    try {
      return await call(url, init, signal, lookupFor(address, options));
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (signal.aborted)
        throw new OutboundError('slow', `${url.host} did not answer in time`, { cause: error });
      throw new OutboundError('unreachable', `${url.host} cannot be reached`, { cause: error });
    }
  };
}

/** Resolves a name and refuses it when one of its addresses is not allowed. */
function lookupFor(address: string, { allowLoopback, allowPrivate }: GuardOptions): LookupFunction {
  const isAllowed = (found: string) =>
    allowPrivate || (allowLoopback && isLoopback(address)) || isPublicAddress(found);
  const literal = new URL(address).hostname.replace(/^\[|\]$/g, '');
  // A literal address is not looked up.
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw refusedAddress(literal);
  return (hostname, lookupOptions, done) => {
    resolveName(hostname, { ...lookupOptions, all: true }, (error, found) => {
      if (error) return done(error, '');
      const [first] = found;
      if (!first || !found.every((one) => isAllowed(one.address))) return done(refusedAddress(hostname), '');
      if (lookupOptions.all) return done(null, found);
      return done(null, first.address, first.family);
    });
  };
}

const refusedAddress = (host: string) =>
  new OutboundError('private', `${host} is not an address of the internet`);

function call(url: URL, init: OutboundInit, signal: AbortSignal, lookup: LookupFunction): Promise<Response> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const body = bodyOf(init.body);
  const headers = Object.fromEntries(new Headers(init.headers).entries());
  return new Promise((resolve, reject) => {
    // A connection of its own for each call: an idle one may have been checked for another tenant.
    const sent = request(
      url,
      { method: init.method ?? 'GET', headers, signal, lookup, agent: false },
      (answer) => {
        readLimited(answer).then((content) => {
          const status = answer.statusCode ?? 0;
          const bare = status === 204 || status === 205 || status === 304 || content.length === 0;
          resolve(
            new Response(bare ? null : content, {
              status: status >= 200 && status <= 599 ? status : 502,
              headers: headersOf(answer),
            }),
          );
        }, reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Body that the library sends: nothing, or a form. */
function bodyOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a call to a provider has a body of another kind');
}

function headersOf(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  return headers;
}

async function readLimited(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES) {
      answer.destroy();
      throw new OutboundError('large', `an answer has more than ${ANSWER_BYTES} bytes`);
    }
    pieces.push(piece);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}
