-- The list of projects stands in the order of organizers, then names; pages and totals are read from this index alone.
drop index project_organizer;
create index project_list on project (tenant_id, organizer_id, title, id)
  include (status_id, start_date, end_date, closed_at);

-- A transaction without a person may follow one with a person on its connection: the setting is empty then, which is no number.
create or replace function molde_hidden_projects() returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with reader as (select nullif(current_setting('app.user_id', true), '')::bigint as id)
  select p.id from public.project p cross join reader r
  where p.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and p.restricted
    and r.id is not null
    and p.head_id is distinct from r.id
    and p.created_by is distinct from r.id
    and not exists (select from public.project_member m where m.tenant_id = p.tenant_id and m.project_id = p.id
      and m.user_id = r.id)
    and not exists (select from public.project_board b
      join public.board_stakeholder s on s.tenant_id = b.tenant_id and s.board_id = b.board_id
      where b.tenant_id = p.tenant_id and b.project_id = p.id and s.user_id = r.id)
$$;
