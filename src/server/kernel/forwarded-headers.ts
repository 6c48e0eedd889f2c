import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
const HOUR_MS = 3_600_000;

/** A header that was ignored because TRUSTED_PROXIES does not name the peer that sent it. */
export interface IgnoredForwarding {
  /** Address at the other end of the connection. */
  peer: string;
  header: string;
}

/**
 * Warns, once an hour, of forwarded headers from a peer that TRUSTED_PROXIES does not name. Without its name all callers
 * behind a proxy count as one address, and share that address's limits. Anybody can send such a header, so the warning is
 * no error and names one peer only.
 * @param report receives what the log received, for `npm run doctor`.
 */
export function warnOfIgnoredForwarding(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  report: (ignored: IgnoredForwarding) => void,
): void {
  const isTrusted = trustedAddresses(trustedProxies);
  let silentUntil = -Infinity;
  app.addHook('onRequest', async (request) => {
    if (performance.now() < silentUntil) return;
    const header = FORWARDED.find((name) => name in request.headers);
    const peer = request.socket.remoteAddress;
    if (header === undefined || peer === undefined || isTrusted(peer)) return;
    silentUntil = performance.now() + HOUR_MS;
    request.log.warn(
      { peer, header },
      'FORWARDED_HEADER_IGNORED: TRUSTED_PROXIES does not name the peer; name it if it is your proxy',
    );
    report({ peer, header });
  });
}

/** Whether an address belongs to the addresses and networks of TRUSTED_PROXIES; IPv4 addresses also as IPv6 has them. */
export function trustedAddresses(trustedProxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
