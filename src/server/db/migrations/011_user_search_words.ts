import { sql, type Kysely } from 'kysely';

/** Words of a search that are looked up each by itself; a longer text is one phrase. */
const maxWords = 8;

/**
 * Finds the words of a search in any order: "joao ribeiro" finds "João Pedro Ribeiro". Each word is a condition of its own,
 * which the trigram index answers. The patterns stand in the statement as literals, since their number varies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function molde_words_match(p_columns text[], p_value text)
    returns text language sql immutable strict parallel safe
    as $$
      with split as (
        select array(
          select distinct word from regexp_split_to_table(btrim(p_value), '\\s+') word where word <> ''
        ) as words
      ), used as (
        select unnest(
          case when cardinality(words) between 1 and ${sql.raw(String(maxWords))} then words else array[p_value] end
        ) as word
        from split
      )
      select string_agg(
        '(' || (
          select string_agg(format('u.%I like %L', name, public.molde_like(word)), ' or ') from unnest(p_columns) name
        ) || ')',
        ' and '
      )
      from used
    $$`.execute(db);
  await sql`
    create or replace function molde_user_match(p_text text, p_name text, p_email text, p_login text)
    returns text language sql immutable parallel safe
    as $$
      select 'true'
        || coalesce(' and ' || public.molde_words_match('{name_search,email_search,login_search}', p_text), '')
        || coalesce(' and ' || public.molde_words_match('{name_search}', p_name), '')
        || coalesce(' and ' || public.molde_words_match('{email_search}', p_email), '')
        || coalesce(' and ' || public.molde_words_match('{login_search}', p_login), '')
    $$`.execute(db);
}
