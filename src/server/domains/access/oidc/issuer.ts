/** Names of this machine, at which a provider may run beside a server that is tried out. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether an address of a provider may be used: https, or http on this machine outside production. */
export function isProviderAddress(address: string, allowLoopback: boolean): boolean {
  if (address.length > 2000 || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (allowLoopback && protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Whether a text can be the address of a provider, which has no query and no fragment. */
export function isIssuer(text: string, allowLoopback: boolean): boolean {
  return isProviderAddress(text, allowLoopback) && !/[?#\s]/.test(text) && text.length <= 500;
}

/** Whether the host of an address is this machine. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(new URL(address).hostname);
