-- Messages by their words, newest first. A frequent word is met soon on a walk from the newest message; the trigrams serve what
-- is too rare for that, since they find all messages with a word before the newest of them are known.
create index support_message_newest on support_message (tenant_id, channel_id, at desc, id desc);

-- Each word may stand anywhere in a message. Runs as its owner under row-level security: see molde_entity_search.
create function molde_support_messages(p_text text, p_channel bigint, p_walk int, p_limit int, p_offset int)
returns table (message_id bigint)
language plpgsql stable security definer rows 20 set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant int := nullif(current_setting('app.tenant_id', true), '')::int;
  v_match text := public.molde_words_match('{search}', p_text) || ' and u.sender <> ''system'' and u.deleted_at is null';
  v_ids bigint[];
begin
  -- Of several channels, matches count that are newer than what was left out of the walk of any.
  execute format('with walked as materialized (
      select c.id as channel_id, u.id, u.at, %s as hit
      from public.support_channel c cross join lateral (
        select * from public.support_message m where m.tenant_id = $1 and m.channel_id = c.id
        order by m.at desc, m.id desc limit $3) u
      where c.tenant_id = $1 and ($2 is null or c.id = $2)
    ), reach as (
      select max(oldest) as at from (select min(at) as oldest from walked group by channel_id having count(*) = $3) w
    )
    select array_agg(id order by at desc, id desc) from (
      select id, at from walked where hit and at > coalesce((select at from reach), ''-infinity'')
      order by at desc, id desc limit $4 offset $5) m', v_match)
    into v_ids using v_tenant, p_channel, p_walk, p_limit, p_offset;
  if cardinality(v_ids) = p_limit then
    return query select unnest(v_ids);
  else
    return query execute format('with found as materialized (
        select u.id, u.at from public.support_message u
        where u.tenant_id = $1 and ($2 is null or u.channel_id = $2) and %s)
      select id from found order by at desc, id desc limit $3 offset $4', v_match)
      using v_tenant, p_channel, p_limit, p_offset;
  end if;
end $$;
revoke execute on function molde_support_messages(text, bigint, int, int, int) from public;
grant execute on function molde_support_messages(text, bigint, int, int, int) to molde_app;
drop function molde_support_messages(text, bigint, int, int);
