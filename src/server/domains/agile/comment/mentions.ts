import { sql } from 'kysely';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { peopleWithAccess } from '../work/people.ts';

const link = /<a href="\/profile\/([1-9]\d{0,15})">(.*?)<\/a>/gs;

export interface Mentions {
  html: string;
  /** Those who were mentioned and see it. */
  people: number[];
  /** Those who were mentioned and cannot see it: their names stay as text. */
  withoutAccess: { id: number; name: string }[];
}

/** Reads the people whom a cleaned rich text mentions, as links to their profiles. */
export async function readMentions(
  db: TenantTransaction,
  html: string,
  projectId: number,
): Promise<Mentions> {
  const ids = [...new Set([...html.matchAll(link)].map(([, id]) => Number(id)))].filter(Number.isSafeInteger);
  if (ids.length === 0) return { html, people: [], withoutAccess: [] };
  const allowed = await peopleWithAccess(db, ids, projectId);
  const others = ids.filter((id) => !allowed.has(id));
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from app_user where id = any (${others}::bigint[]) order by name, id`.execute(db);
  return {
    html: html.replaceAll(link, (whole, id: string, text: string) =>
      allowed.has(Number(id)) ? whole : text,
    ),
    people: [...allowed],
    withoutAccess: rows,
  };
}
