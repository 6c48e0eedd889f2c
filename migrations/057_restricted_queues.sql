-- Queues whose chats are seen by their agents and by supervisors alone.

alter table support_queue add column restricted boolean not null default false;

-- The rule: a queue is seen by everybody unless it is restricted; then by its agents, and by those who may read the supervision
-- of the support chat.
create function molde_sees_queue(p_queue bigint, p_user bigint) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant int := nullif(current_setting('app.tenant_id', true), '')::int;
begin
  return not exists (select from public.support_queue q where q.tenant_id = v_tenant and q.id = p_queue and q.restricted)
    or exists (select from public.support_queue_agents a
      where a.tenant_id = v_tenant and a.record_id = p_queue and a.target_id = p_user)
    or exists (select from public.access_group_member m
      join public.access_group g on g.tenant_id = m.tenant_id and g.id = m.group_id and g.is_active
      left join public.access_group_screen s
        on s.tenant_id = g.tenant_id and s.group_id = g.id and s.screen_key = 'support-supervision'
      where m.tenant_id = v_tenant and m.user_id = p_user and (g.all_screens or s.can_read));
end $$;
revoke execute on function molde_sees_queue(bigint, bigint) from public;
grant execute on function molde_sees_queue(bigint, bigint) to molde_app;

-- Queues that are hidden from the person of the transaction; none where nobody is signed in, as in jobs.
create function molde_hidden_queues() returns setof bigint
language plpgsql stable security definer rows 10 set search_path = pg_catalog, public, pg_temp as $$
declare
  v_user bigint := nullif(current_setting('app.user_id', true), '')::bigint;
begin
  if v_user is null then return; end if;
  return query select q.id from public.support_queue q
    where q.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and q.restricted
      and not public.molde_sees_queue(q.id, v_user);
end $$;
revoke execute on function molde_hidden_queues() from public;
grant execute on function molde_hidden_queues() to molde_app;

-- The agent of a chat sees it, whatever its queue.
create policy visible_chats on support_chat as restrictive to molde_app
  using (queue_id is null or queue_id not in (select molde_hidden_queues())
    or attendant_id = (select nullif(current_setting('app.user_id', true), '')::bigint))
  with check (true);

-- What belongs to a chat is seen with it. The first condition is evaluated once per statement: where nothing is hidden from the
-- person, no row costs anything.
create policy visible_chats on support_message as restrictive to molde_app
  using ((select not exists (select from molde_hidden_queues()))
    or exists (select from support_chat x where x.tenant_id = support_message.tenant_id and x.id = support_message.chat_id))
  with check (true);
create policy visible_chats on support_media as restrictive to molde_app
  using ((select not exists (select from molde_hidden_queues()))
    or exists (select from support_message m
      where m.tenant_id = support_media.tenant_id and m.id = support_media.message_id))
  with check (true);
create policy visible_chats on support_chat_tag as restrictive to molde_app
  using ((select not exists (select from molde_hidden_queues()))
    or exists (select from support_chat x where x.tenant_id = support_chat_tag.tenant_id and x.id = support_chat_tag.chat_id))
  with check (true);
create policy visible_chats on support_conversation as restrictive to molde_app
  using ((select not exists (select from molde_hidden_queues()))
    or exists (select from support_chat x
      where x.tenant_id = support_conversation.tenant_id and x.id = support_conversation.chat_id))
  with check (true);
create policy visible_chats on audit as restrictive for select to molde_app
  using (entity <> 'support-chat' or (select not exists (select from molde_hidden_queues()))
    or case when entity = 'support-chat' then exists (select from support_chat x
      where x.tenant_id = audit.tenant_id and x.id = audit.entity_id::bigint) end);

-- Open pages follow: `r:` when what somebody sees of all chats may have changed, `s:` when that of one chat did, for those alone
-- who have it open.
create trigger rights_changed after update of restricted on support_queue
  for each row when (old.restricted is distinct from new.restricted) execute function molde_rights_changed('*');
create trigger rights_changed after insert or delete on support_queue_agents
  for each row execute function molde_rights_changed('target_id');

create function molde_chat_sight() returns trigger
language plpgsql as $$
begin
  if exists (select from public.support_queue q
    where q.tenant_id = new.tenant_id and q.id in (old.queue_id, new.queue_id) and q.restricted) then
    perform pg_notify('molde', 's:' || new.tenant_id || ':' || kind || ':' || new.id)
    from unnest(array['chat', 'chat-reply']) kind;
  end if;
  return null;
end $$;
create trigger sight after update of queue_id, attendant_id on support_chat
  for each row when ((old.queue_id, old.attendant_id) is distinct from (new.queue_id, new.attendant_id))
  execute function molde_chat_sight();

-- Messages by their words, as in 051_support_message_search.sql, without those of chats that the person does not see: the function
-- runs as its owner, and what is hidden must not take the place of what is shown.
create or replace function molde_support_messages(p_text text, p_channel bigint, p_walk int, p_limit int, p_offset int)
returns table (message_id bigint)
language plpgsql stable security definer rows 20 set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant int := nullif(current_setting('app.tenant_id', true), '')::int;
  v_user bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  v_hidden bigint[] := array(select public.molde_hidden_queues());
  v_match text := public.molde_words_match('{search}', p_text) || ' and u.sender <> ''system'' and u.deleted_at is null'
    || case when cardinality(v_hidden) = 0 then '' else ' and not exists (select from public.support_chat x
      where x.tenant_id = u.tenant_id and x.id = u.chat_id and x.queue_id = any ($6) and x.attendant_id is distinct from $7)' end;
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
    into v_ids using v_tenant, p_channel, p_walk, p_limit, p_offset, v_hidden, v_user;
  if cardinality(v_ids) = p_limit then
    return query select unnest(v_ids);
  else
    return query execute format('with found as materialized (
        select u.id, u.at from public.support_message u
        where u.tenant_id = $1 and ($2 is null or u.channel_id = $2) and %s)
      select id from found order by at desc, id desc limit $4 offset $5', v_match)
      using v_tenant, p_channel, p_walk, p_limit, p_offset, v_hidden, v_user;
  end if;
end $$;
