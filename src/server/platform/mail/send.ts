import { createTransport } from 'nodemailer';
import { isEmail } from '../../../contracts/formats.ts';
import { PermanentFailure } from '../../kernel/job.ts';
import { OutsideError } from '../../kernel/outside-error.ts';
import { oneLine } from '../../kernel/unstorable.ts';
import type { MailContent } from './layout.ts';
import { parseSmtpUrl, type SmtpServer } from './smtp-url.ts';

export interface Sender {
  /** Displayed name: the tenant's. */
  name: string;
  address: string;
}

export interface SmtpSettings {
  url: string;
  from: Sender;
  /** The same for each attempt at one mail, so that mail programs show a repeated one once. */
  messageId?: string;
  /** Certificate of an authority that the server's one is checked against, beside those of the system. */
  ca?: string;
  signal?: AbortSignal;
}

/** Milliseconds for a step of the conversation, after which another attempt of the job follows. */
const STEP_MS = 15_000;

/**
 * Hands a mail over to a server. Each mail has a connection of its own, since there are few.
 * @throws PermanentFailure when the server refuses mail or receiver for good, or there is no address; any other error is worth another try.
 */
export async function sendBySmtp(mail: MailContent, to: string, settings: SmtpSettings): Promise<void> {
  const server = parseSmtpUrl(settings.url);
  if (server === null) throw new PermanentFailure('SMTP_URL is not the address of a mail server');
  // An address with a line break would become further commands and headers.
  if (!isEmail(to)) throw new PermanentFailure('the receiver has no valid e-mail address');
  const transport = openTransport(server, settings.ca, STEP_MS);
  const sending = transport.sendMail({
    from: { name: oneLine(settings.from.name), address: settings.from.address },
    to: { name: '', address: to },
    subject: oneLine(mail.subject),
    ...(settings.messageId === undefined ? {} : { messageId: settings.messageId }),
    text: mail.text,
    html: mail.html,
    attachments: mail.pictures.map(({ id, type, bytes }) => ({
      cid: id,
      content: bytes,
      contentType: type,
      filename: id,
    })),
    // Answers of machines to a machine.
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  try {
    await untilAborted(sending, settings.signal);
  } catch (error) {
    if (settings.signal?.aborted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const place = `${server.host}:${server.port}`;
    const cause = new OutsideError(`the mail server ${place} did not take the mail: ${message}`, {
      cause: error,
    });
    throw isRefusal(error)
      ? new PermanentFailure(`the mail server refused the mail: ${message}`, { cause })
      : cause;
  } finally {
    transport.close();
  }
}

/** Connects to the server and signs in, as for a mail. @throws Error with the reason */
export async function verifySmtp(
  { url, ca }: Pick<SmtpSettings, 'url' | 'ca'>,
  stepMs = STEP_MS,
): Promise<void> {
  const server = parseSmtpUrl(url);
  if (server === null) throw new Error('SMTP_URL is not the address of a mail server');
  const transport = openTransport(server, ca, stepMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const openTransport = (server: SmtpServer, ca: string | undefined, stepMs: number) =>
  createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requiresTls,
    ...(server.auth ? { auth: server.auth } : {}),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** The connection of an aborted conversation ends with its time limits, or with the process. */
async function untilAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Error('stopped while the mail was handed over'));
  });
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}

/** Whether the server said no for good to this mail or its receiver. A refused password may be corrected meanwhile. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
  );
}
