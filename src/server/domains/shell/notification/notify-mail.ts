import { sql } from 'kysely';
import { Type } from 'typebox';
import { toLanguage, type Language } from '../../../../contracts/language.ts';
import {
  chatAddress,
  isByRule,
  taskAddress,
  type NotificationKind,
} from '../../../../contracts/notification.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { enqueue, job, jobTransaction, type JobContext, type JobSpec } from '../../../kernel/job.ts';
import { text } from '../../../kernel/texts.ts';
import type { FileReader } from '../../../platform/files/reader.ts';
import { deliver, sendsMail, type Delivered } from '../../../platform/mail/deliver.ts';
import type { Letter } from '../../../platform/mail/layout.ts';
import {
  mailAttempts,
  NOTIFICATION_DIGEST,
  NOTIFICATION_MAIL,
} from '../../../platform/notifications/notify-mail-kinds.ts';
import { peopleWithAccess } from '../../agile/index.ts';
import { chatName, readersOf } from '../../support/index.ts';

/** Notifications that a digest lists; it says how many more there are. */
const mostListed = 50;

interface Reader {
  id: number;
  name: string;
  email: string;
  language: string | null;
  mail: 'never' | 'gesture' | 'digest';
  host: string;
  tenant: string;
}

interface Notice {
  id: number;
  kind: NotificationKind;
  count: number;
  actor: string | null;
  /** Number of the task; empty for a chat. */
  code: string;
  /** Title of the task, or name of the chat. */
  title: string;
  /** Of a task. */
  taskId: number | null;
  projectId: number | null;
  storyId: number | null;
  boardId: number | null;
  sprintId: number | null;
  chatId: number | null;
}

interface Unmailed {
  reader: Reader;
  notices: Notice[];
}

/** Sends one notification, unless it was read or taken back meanwhile. */
export const notificationMail = (files: FileReader): JobSpec =>
  job({
    kind: NOTIFICATION_MAIL,
    payload: Type.Object({ notificationId: Type.Integer() }),
    maxAttempts: mailAttempts,
    prepare(ctx, { notificationId }) {
      return mail(ctx, files, {
        key: `notification-${ctx.tenantId}-${notificationId}`,
        find: async (db) => {
          const { rows } = await sql<{ userId: number }>`
            select user_id as "userId" from notification where id = ${notificationId}`.execute(db);
          return rows[0] ? unmailed(db, rows[0].userId, 'gesture', sql`n.id = ${notificationId}`) : null;
        },
        letter: ({ reader, notices }, origin) => gestureLetter(reader, notices[0]!, origin),
      });
    },
    run: end,
  });

/** Sends what a person did not read and got no mail of, of the last seven days. */
export const notificationDigest = (files: FileReader): JobSpec =>
  job({
    kind: NOTIFICATION_DIGEST,
    payload: Type.Object({ userId: Type.Integer(), day: Type.String() }),
    maxAttempts: mailAttempts,
    prepare(ctx, { userId, day }) {
      return mail(ctx, files, {
        key: `digest-${ctx.tenantId}-${userId}-${day}`,
        find: (db) => unmailed(db, userId, 'digest', sql`n.created_at > now() - interval '7 days'`),
        letter: digestLetter,
      });
    },
    run: end,
  });

/** People whose digest one transaction begins. */
const digestsAtOnce = 100;

/** Begins the digests whose hour has come in the tenant's time zone: once a day, also late when no process ran. */
export const notificationDigests: JobSpec = job({
  kind: 'notification-digests',
  payload: Type.Object({}),
  schedule: '*/15 * * * *',
  async prepare({ database, signal }) {
    for (let begun = digestsAtOnce; begun === digestsAtOnce;) {
      signal.throwIfAborted();
      begun = await database.owner.transaction().execute(beginDigests);
    }
  },
  run: () => Promise.resolve(),
});

/** @returns the number of people whose day is marked, some of whom have no news */
async function beginDigests(db: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ tenantId: number; userId: number; day: string; hasNews: boolean }>`
    update notification_setting s set digest_on = due.day
    from (
      select d.tenant_id, d.user_id, (now() at time zone t.time_zone)::date as day
      from notification_setting d join tenant t on t.id = d.tenant_id
      where t.is_active and d.mail = 'digest' and extract(hour from now() at time zone t.time_zone) >= d.hour
        and (d.digest_on is null or d.digest_on < (now() at time zone t.time_zone)::date)
      limit ${digestsAtOnce} for update of d skip locked
    ) due
    where s.tenant_id = due.tenant_id and s.user_id = due.user_id
    returning s.tenant_id as "tenantId", s.user_id as "userId", s.digest_on::text as day, exists (
      select from notification n
      where n.tenant_id = s.tenant_id and n.user_id = s.user_id and n.read_at is null and n.mailed_at is null
    ) as "hasNews"`.execute(db);
  for (const { tenantId, userId, day, hasNews } of rows)
    if (hasNews)
      await enqueue(db, tenantId, {
        kind: NOTIFICATION_DIGEST,
        payload: { userId, day },
        maxAttempts: mailAttempts,
      });
  return rows.length;
}

interface Mailing {
  key: string;
  find(db: TenantTransaction): Promise<Unmailed | null>;
  letter(found: Unmailed, origin: string): Letter;
}

/**
 * Sends a mail. Its notifications are marked as mailed with the end of the job, after the server took the mail: a process that is
 * killed in between sends it again, with the same id, instead of losing it.
 */
async function mail(ctx: JobContext, files: FileReader, mailing: Mailing): Promise<Delivered | null> {
  if (!sendsMail(ctx.env)) return null;
  const found = await jobTransaction(ctx, (db) => mailing.find(db), 'read');
  if (found === null) return null;
  const { reader, notices } = found;
  const origin = ctx.env.publicOrigin.replace('{host}', reader.host);
  const to = { userId: reader.id, email: reader.email };
  const delivered = await deliver(ctx, to, mailing.letter(found, origin), {
    host: reader.host,
    key: mailing.key,
    files,
  });
  return async (db) => {
    await delivered(db);
    await sql`update notification set mailed_at = now()
      where id = any (${notices.map(({ id }) => id)}::bigint[])`.execute(db);
  };
}

/** Writes what is left of a mail, with the end of its job. */
const end = async ({ db }: { db: TenantTransaction }, _payload: unknown, mailed: Delivered | null) =>
  mailed?.(db);

/** The notifications that the person may see now; null for none, or when the person wants no such mail any more. */
async function unmailed(
  db: TenantTransaction,
  userId: number,
  mode: Reader['mail'],
  which: ReturnType<typeof sql>,
): Promise<Unmailed | null> {
  const { rows: people } = await sql<Reader>`
    select u.id, u.name::text as name, u.email::text as email, p.value #>> '{}' as language, s.mail, s.host,
      t.name as tenant
    from app_user u
    join notification_setting s on s.user_id = u.id
    join tenant t on t.id = u.tenant_id
    left join user_preference p on p.user_id = u.id and p.key = 'language'
    where u.id = ${userId} and u.is_active and u.is_user and s.mail = ${mode}`.execute(db);
  const [reader] = people;
  if (!reader) return null;
  // Projects that are hidden from the person do not exist from here on.
  await sql`select set_config('app.user_id', ${String(userId)}, true)`.execute(db);
  const { rows } = await sql<Notice>`
    select n.id, n.kind, coalesce((n.data->>'count')::int, 1) as count, a.name::text as actor, t.id as "taskId",
      coalesce(p.key || '-' || t.number, '') as code, coalesce(t.title, ${chatName}) as title, t.project_id as "projectId",
      t.story_id as "storyId", k.board_id as "boardId", nullif(k.sprint_id, 0) as "sprintId", x.id as "chatId"
    from notification n
    left join task t on n.entity = 'task' and t.id = n.entity_id
    left join project p on p.id = t.project_id
    left join support_chat x on n.entity = 'support-chat' and x.id = n.entity_id
    left join support_contact c on c.id = x.contact_id
    left join app_user a on a.id = n.actor_id
    left join lateral (
      select k.board_id, k.sprint_id from card_position k
      join board b on b.id = k.board_id and b.deleted_at is null
      where k.task_id = t.id order by k.board_id limit 1
    ) k on true
    where n.user_id = ${userId} and n.read_at is null and n.mailed_at is null and ${which}
      and (p.id is not null or x.id is not null)
    order by n.id`.execute(db);
  const seen = new Set<number>();
  for (const projectId of new Set(rows.flatMap((row) => row.projectId ?? [])))
    if ((await peopleWithAccess(db, [userId], projectId)).has(userId)) seen.add(projectId);
  const seesChats = rows.some(({ chatId }) => chatId !== null) && (await readersOf(db, [userId])).has(userId);
  const notices = rows.filter(({ projectId }) => (projectId === null ? seesChats : seen.has(projectId)));
  if (notices.length === 0) return null;
  return { reader, notices };
}

const linkOf = (origin: string, { taskId, projectId, chatId, ...task }: Notice): string =>
  origin +
  (chatId === null ? taskAddress({ ...task, id: taskId!, projectId: projectId! }) : chatAddress(chatId));

const nameOf = ({ code, title }: Notice): string => `${code} ${title}`.trim();

/** Name where a notification has no actor. */
const nobody = (language: Language, kind: NotificationKind): string =>
  isByRule(kind) ? text(language, 'mails.notification.rule') : text(language, 'mails.notification.someone');

function sentence(language: Language, notice: Notice): string {
  const { actor, kind, count } = notice;
  const what = text(language, `mails.notification.kind.${kind}`, { count });
  const who = actor ?? nobody(language, kind);
  const more = count > 1 ? ` ${text(language, 'mails.notification.more', { count: count - 1 })}` : '';
  return `${who} ${what}: ${nameOf(notice)}${more}`;
}

function gestureLetter(reader: Reader, notice: Notice, origin: string): Letter {
  const language = toLanguage(reader.language);
  const say = (key: string, params: Record<string, string | number> = {}) =>
    text(language, `mails.notification.${key}`, params);
  const who = notice.actor ?? nobody(language, notice.kind);
  const title = `${who} ${say(`kind.${notice.kind}`, { count: notice.count })}`;
  return {
    language,
    subject: `${title} · ${notice.code || notice.title}`,
    title,
    paragraphs: [nameOf(notice), ...(notice.count > 1 ? [say('more', { count: notice.count - 1 })] : [])],
    action: {
      label: say(notice.chatId === null ? 'action' : 'openChat'),
      address: linkOf(origin, notice),
    },
    addressHint: say('addressHint'),
    footer: say('footer', { tenant: reader.tenant }),
  };
}

function digestLetter({ reader, notices }: Unmailed, origin: string): Letter {
  const language = toLanguage(reader.language);
  const say = (key: string, params: Record<string, string | number> = {}) =>
    text(language, `mails.notification.${key}`, params);
  const rest = notices.length - mostListed;
  return {
    language,
    subject: say('digestSubject', { count: notices.length, tenant: reader.tenant }),
    title: say('digestTitle'),
    paragraphs: [
      say('greeting', { name: reader.name }),
      ...(rest > 0 ? [say('digestMore', { count: rest, listed: mostListed })] : []),
    ],
    entries: notices
      .slice(0, mostListed)
      .map((notice) => ({ text: sentence(language, notice), address: linkOf(origin, notice) })),
    action: { label: say('digestAction'), address: `${origin}/` },
    addressHint: say('addressHint'),
    footer: say('footer', { tenant: reader.tenant }),
  };
}
