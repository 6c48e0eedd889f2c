import { sql } from 'kysely';
import { Type } from 'typebox';
import { toLanguage, type Language } from '../../../../contracts/language.ts';
import { audit } from '../../../kernel/audit.ts';
import { job, jobTransaction, type JobSpec } from '../../../kernel/job.ts';
import { text } from '../../../kernel/texts.ts';
import { deliver } from '../../../platform/mail/deliver.ts';
import type { FileReader } from '../../../platform/files/reader.ts';
import type { Letter } from '../../../platform/mail/layout.ts';
import { issueResetToken, resetMinutes } from './password-reset.ts';

export const RESET_MAIL = 'password-reset-mail';

interface Receiver {
  id: number;
  name: string;
  email: string;
  login: string;
  language: string | null;
  tenantName: string;
}

/**
 * Sends the link that sets a new password. A request for an unknown login makes a job without a person, so that requests
 * take the same time. The token is made by each attempt and stored as a hash, so the queue never contains it.
 */
export const resetMail = (files: FileReader): JobSpec =>
  job({
    kind: RESET_MAIL,
    payload: Type.Object({
      userId: Type.Union([Type.Integer(), Type.Null()]),
      /** Of the request, for a person who chose none. */
      language: Type.String(),
      host: Type.String(),
      address: Type.String(),
      requestId: Type.String(),
      userAgent: Type.String(),
    }),
    async prepare(ctx, { userId, language, host }) {
      if (userId === null) return null;
      const found = await jobTransaction(ctx, async (db) => {
        const { rows } = await sql<Receiver>`
        select u.id, u.name::text as name, u.email::text as email, u.login::text as login,
          p.value #>> '{}' as language, t.name as "tenantName"
        from app_user u
        join tenant t on t.id = u.tenant_id
        left join user_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.key = 'language'
        where u.id = ${userId} and u.is_active and u.is_user and u.auth_type = 'local'`.execute(db);
        const [receiver] = rows;
        return receiver ? { receiver, token: await issueResetToken(db, receiver.id) } : null;
      });
      if (found === null) return null;
      const { receiver, token } = found;
      const origin = ctx.env.publicOrigin.replace('{host}', host);
      const letter = resetLetter(toLanguage(receiver.language ?? language), receiver, origin, token);
      const to = { userId: receiver.id, email: receiver.email };
      const key = `reset-${ctx.tenantId}-${ctx.jobId}`;
      return { receiver, delivered: await deliver(ctx, to, letter, { host, token, key, files }) };
    },
    async run({ db, tenantId }, { address, requestId, userAgent }, prepared) {
      if (prepared === null) return;
      const { receiver, delivered } = prepared;
      await delivered(db);
      const origin = { tenant: { id: tenantId }, caller: null, address, requestId, db };
      await audit(
        { ...origin, headers: { 'user-agent': userAgent } },
        { entity: 'user', entityId: receiver.id, action: 'request-password', before: null, after: null },
      );
    },
  });

function resetLetter(language: Language, to: Receiver, origin: string, token: string): Letter {
  const say = (key: string, params: Record<string, string | number> = {}) =>
    text(language, `mails.reset.${key}`, params);
  const params = { name: to.name, login: to.login, tenant: to.tenantName, minutes: resetMinutes };
  return {
    language,
    subject: say('subject', params),
    title: say('title'),
    paragraphs: [say('greeting', params), say('why', params), say('howLong', params)],
    action: {
      label: say('action'),
      address: `${origin}/login/forgotpwd/confirm?token=${token}`,
    },
    addressHint: say('addressHint'),
    footer: say('footer', params),
  };
}
