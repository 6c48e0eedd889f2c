import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';
import type { Env } from '../../env.ts';
import { jobTransaction, PermanentFailure, type JobContext } from '../../kernel/job.ts';
import { layOut, type Letter, type MailContent } from './layout.ts';
import { sendBySmtp } from './send.ts';
import { readAppearance } from '../appearance/appearance-pictures.ts';
import type { FileReader } from '../files/reader.ts';

export interface Receiver {
  userId: number;
  email: string;
}

/** Whether mails of this installation reach anybody: over a mail server, or as captured ones of the demo profile. */
export const sendsMail = ({ smtpUrl, profile }: Pick<Env, 'smtpUrl' | 'profile'>): boolean =>
  smtpUrl !== null || profile === 'demo';

/** Rest of a delivery: it belongs into the transaction that ends the job, so that it happens once. */
export type Delivered = (db: TenantTransaction) => Promise<void>;

/**
 * Sends a letter in the tenant's look from a job, while no transaction is open. Without a mail server the demo profile
 * captures it (GET /dev/outbox.json) with the end of the job. A process that is killed sends it again: a mail is never lost, and
 * one that comes twice has the same id, by which mail programs show it once.
 * @param host of the tenant, at which the default sender is.
 * @param key of the mail, which all attempts at it share.
 * @param files where the tenant's logo is.
 * @param token secret of the letter's address, which the captured mail names.
 * @throws PermanentFailure when no attempt can succeed
 */
export async function deliver(
  ctx: JobContext,
  to: Receiver,
  letter: Letter,
  { host, token, key, files }: { host: string; token?: string; key: string; files: FileReader },
): Promise<Delivered> {
  const { smtpUrl, mailFrom, profile } = ctx.env;
  const { name, ...look } = await jobTransaction(ctx, async (db) => ({
    ...(await readAppearance(db, ctx.tenantId, files)),
    name: (
      await db.selectFrom('tenant').select('name').where('id', '=', ctx.tenantId).executeTakeFirstOrThrow()
    ).name,
  }));
  const mail = layOut(letter, { ...look, name });
  if (smtpUrl !== null) {
    const address = mailFrom ?? `no-reply@${host}`;
    await sendBySmtp(mail, to.email, {
      url: smtpUrl,
      from: { name, address },
      signal: ctx.signal,
      messageId: `<${key}@${host}>`,
    });
    return () => Promise.resolve();
  }
  if (profile !== 'demo') throw new PermanentFailure('no mail server is set: set SMTP_URL');
  return (db) => capture(db, to, mail, token ?? null);
}

async function capture(
  db: TenantTransaction,
  to: Receiver,
  mail: MailContent,
  token: string | null,
): Promise<void> {
  // A captured mail has no attachments.
  const html = mail.pictures.reduce(
    (text, { id, type, bytes }) =>
      text.replaceAll(`cid:${id}`, `data:${type};base64,${bytes.toString('base64')}`),
    mail.html,
  );
  await sql`
    insert into outbox_mail (tenant_id, user_id, address, subject, body_text, body_html, token)
    values (current_setting('app.tenant_id')::int, ${to.userId}, ${to.email}, ${mail.subject}, ${mail.text}, ${html},
      ${token})`.execute(db);
}
