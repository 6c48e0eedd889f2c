/** Hosts from which this page's content security policy lets pictures load; the server writes them into the page. */
export function pictureHosts(): readonly string[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="picture-hosts"]')?.content ?? '';
  return content.split(' ').filter((host) => host !== '');
}

const covers = (allowed: string, host: string): boolean =>
  allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;

/**
 * Host of a picture that loads only after the reader asks for it, because loading reveals its reader to the host. Null for a
 * picture of this product or of a host that the tenant allowed.
 * @param address a path of this product, or an https address.
 */
export function blockedPictureHost(address: string): string | null {
  if (!/^https:/i.test(address)) return null;
  const { hostname, port } = new URL(address);
  const allowed = port === '' && pictureHosts().some((one) => covers(one, hostname));
  return allowed ? null : hostname;
}
