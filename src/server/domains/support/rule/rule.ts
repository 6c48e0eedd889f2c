import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import {
  afterWorking,
  isAlwaysOpen,
  isWithin,
  nextBegin,
  weekColumns,
  weekOf,
  workingSpans,
} from './working-time.ts';
import type { Week } from './working-time.ts';

/** Statements of an active rule about the chats of a channel. */
export interface ChannelRule {
  channelId: number;
  isByLoad: boolean;
  mostChats: number | null;
  week: Week;
  zone: string;
  awayTemplate: string | null;
  awayLanguage: string;
  firstAnswerMinutes: number | null;
  warningPercent: number | null;
  menuText: string | null;
  queueId: number | null;
}

type Row = Omit<ChannelRule, 'week'> & Record<string, string | null>;

/** The active rule of a channel; null for a channel that people attend to as they like. */
export async function readRule(db: TenantTransaction, channelId: number): Promise<ChannelRule | null> {
  const { rows } = await sql<Row>`
    select r.channel_id as "channelId", r.assignment = 'load' as "isByLoad", r.most_chats as "mostChats",
      t.time_zone as zone, r.away_template as "awayTemplate", coalesce(r.away_language, 'pt_BR') as "awayLanguage",
      r.first_answer_minutes as "firstAnswerMinutes", r.warning_percent as "warningPercent", r.menu_text as "menuText",
      r.queue_id as "queueId", ${weekColumns}
    from support_rule r join tenant t on t.id = r.tenant_id where r.channel_id = ${channelId} and r.is_active`.execute(
    db,
  );
  const [row] = rows;
  return row ? { ...row, week: weekOf(row) } : null;
}

/** When a channel is attended to next: now, or at a time; null for never. */
export async function nextOpening(
  db: TenantTransaction,
  { week, zone }: Pick<ChannelRule, 'week' | 'zone'>,
  at: Date,
): Promise<Date | null> {
  if (isAlwaysOpen(week)) return at;
  const spans = await workingSpans(db, week, zone, at);
  if (isWithin(spans, at.getTime())) return at;
  const begin = nextBegin(spans, at.getTime());
  return begin === null ? null : new Date(begin);
}

/** When the first answer to a conversation is due, and from when a warning is; null without a limit. */
export async function dueTimes(
  db: TenantTransaction,
  { week, zone, firstAnswerMinutes, warningPercent }: ChannelRule,
  opened: Date,
): Promise<{ due: Date; warn: Date } | null> {
  if (firstAnswerMinutes === null) return null;
  const spans = isAlwaysOpen(week)
    ? ([[0, Number.MAX_SAFE_INTEGER]] as const)
    : await workingSpans(db, week, zone, opened, firstAnswerMinutes);
  const at = opened.getTime();
  const due = afterWorking(spans, at, firstAnswerMinutes);
  const warn = afterWorking(spans, at, (firstAnswerMinutes * (warningPercent ?? 100)) / 100);
  return due === null || warn === null ? null : { due: new Date(due), warn: new Date(warn) };
}
