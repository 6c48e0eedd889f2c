import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Language } from '../../contracts/language.ts';
import type { Kernel } from '../../server/kernel/request.ts';
import { languageOf, text } from '../../server/kernel/texts.ts';
import { escapeHtml } from '../../server/platform/mail/layout.ts';

const MOST = 50;
/** Time for which an answer waits for mails on their way. */
const PATIENCE_MS = 3000;
const STEP_MS = 40;

interface CapturedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
  token: string | null;
}

/** The mails that the demo profile captured: a page, and JSON for tests and scripts. Nothing of it exists outside the demo. */
export function outbox(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Querystring: { login?: unknown } }>(
    '/dev/outbox.json',
    { schema: { hide: true } },
    async (request, reply) => {
      const { login } = request.query;
      const name = typeof login === 'string' ? login.trim() : null;
      const found = await readMails(kernel, request.hostname, name);
      const token = name === null ? null : (found.find((mail) => mail.token !== null)?.token ?? null);
      const mails = found.map(({ token: _token, ...mail }) => mail);
      return reply.header('cache-control', 'no-store').send({ mails, token });
    },
  );
  app.get('/dev/outbox', { schema: { hide: true } }, async (request, reply) => {
    const lang = languageOf(request.headers['accept-language']);
    const { timeZone } = await kernel.tenants.byHost(request.hostname);
    const when = new Intl.DateTimeFormat(lang, { dateStyle: 'short', timeStyle: 'medium', timeZone });
    const mails = await readMails(kernel, request.hostname, null);
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(lang, mails, (time) => when.format(new Date(time))));
  });
}

/** The newest mails of the host's tenant, or of one login. It waits for those that a job is just sending. */
async function readMails(kernel: Kernel, host: string, login: string | null): Promise<CapturedMail[]> {
  const tenant = await kernel.tenants.byHost(host);
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const session = await kernel.database.enter(tenant.id, null, 'read');
    try {
      const { rows: pending } = await sql`
        select from job where kind like '%-mail' and state in ('ready', 'running') limit 1`.execute(
        session.db,
      );
      if (pending.length === 0 || performance.now() > until) {
        const { rows } = await sql<CapturedMail>`
          select m.address as "to", m.subject, m.body_text as "text", m.body_html as "html",
            to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt", m.token
          from outbox_mail m
          where ${login}::text is null or m.user_id = (select u.id from app_user u where u.login_key = lower(${login}))
          order by m.id desc limit ${MOST}`.execute(session.db);
        return rows;
      }
    } finally {
      await session.rollback();
    }
    await delay(STEP_MS);
  }
}

function page(lang: Language, mails: readonly CapturedMail[], formatTime: (time: string) => string): string {
  const say = (key: string) => escapeHtml(text(lang, `mails.outbox.${key}`));
  const entry = (mail: CapturedMail) => `<article>
<header><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.to)} · <time datetime="${mail.sentAt}">${escapeHtml(formatTime(mail.sentAt))}</time></p></header>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(mail.html.replace('<head>', '<head><base target="_blank">'))}"></iframe>
<details><summary>${say('text')}</summary><pre>${escapeHtml(mail.text)}</pre></details>
</article>`;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('title')}</title>
<style>
:root { color-scheme: light dark; font-family: Inter, 'Segoe UI', sans-serif; }
body { margin: 0 auto; max-width: 760px; padding: 32px 16px; background: Canvas; color: CanvasText; }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 0; } p { margin: 4px 0 0; opacity: 0.75; font-size: 14px; }
article { margin-top: 24px; border: 1px solid color-mix(in srgb, CanvasText 20%, transparent); border-radius: 12px; overflow: hidden; }
header { padding: 16px 20px; }
iframe { display: block; width: 100%; height: 560px; border: 0; background: #f5f5f5; }
details { padding: 12px 20px; font-size: 14px; } summary { cursor: pointer; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${say('title')}</h1>
<p>${say('about')}</p>
${mails.length === 0 ? `<p>${say('empty')}</p>` : mails.map(entry).join('\n')}
</body>
</html>`;
}
