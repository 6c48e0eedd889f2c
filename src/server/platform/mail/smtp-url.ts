/** Where and as whom mails are handed over. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); otherwise STARTTLS. */
  secure: boolean;
  /** Whether a connection that stays without TLS is refused. */
  requiresTls: boolean;
  auth: { user: string; pass: string } | null;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

/**
 * Reads `smtp://` or `smtps://` with user, password, host and port. A password leaves this machine through TLS only.
 * @returns null for another address.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  try {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
    if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '') return null;
    if ((pathname !== '' && pathname !== '/') || search !== '' || hash !== '') return null;
    const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
    const secure = protocol === 'smtps:';
    const auth =
      username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    return {
      host,
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      requiresTls: !secure && auth !== null && !LOOPBACK.test(host),
      auth,
    };
  } catch {
    return null;
  }
}

export const isSmtpUrl = (text: string): boolean => parseSmtpUrl(text) !== null;
