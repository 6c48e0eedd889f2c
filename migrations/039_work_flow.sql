-- How many tasks had each status on each day: the cumulative flow. It is counted from the log of operations, so that a day says
-- the same for ever, whatever became of its tasks since.

-- A task that entered the status of a category (1) or left it (-1) by an operation.
create table task_flow (
  tenant_id int not null,
  id bigint generated always as identity,
  op bigint not null,
  task_id bigint not null,
  project_id bigint not null,
  category text not null,
  delta int not null check (delta in (1, -1)),
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, op) references op (tenant_id, id)
);
create index task_flow_project on task_flow (tenant_id, project_id, category, at) include (delta);
select molde_entity_table('task_flow');
-- It follows the log, which is never changed.
revoke update, delete on task_flow from molde_app;
create policy visible_projects on task_flow as restrictive to molde_app
  using (project_id not in (select molde_hidden_projects())) with check (true);

-- Statuses of tasks before and after each change of operations; null where the task was not there.
create function molde_task_flow(p_tenant int, p_op bigint, p_at timestamptz, p_changes jsonb)
returns table (tenant_id int, op bigint, task_id bigint, project_id bigint, category text, delta int, at timestamptz)
language sql stable as $$
  select p_tenant, p_op, (c->>'id')::bigint, (c->>'projectId')::bigint, w.category, s.delta, p_at
  from jsonb_array_elements(p_changes) c
  cross join lateral (values (c->'before'->>'statusId', -1), (c->'after'->>'statusId', 1)) s (status, delta)
  join public.work_status w on w.tenant_id = p_tenant and w.id = s.status::int
  where c->>'entity' = 'task' and c->>'projectId' is not null
    and (c->'before'->>'statusId') is distinct from (c->'after'->>'statusId')
$$;

create function molde_op_flow() returns trigger
language plpgsql as $$
begin
  insert into public.task_flow (tenant_id, op, task_id, project_id, category, delta, at)
  select f.* from added o cross join lateral public.molde_task_flow(o.tenant_id, o.id, o.at, o.changes) f;
  return null;
end $$;
insert into task_flow (tenant_id, op, task_id, project_id, category, delta, at)
select f.* from op o cross join lateral molde_task_flow(o.tenant_id, o.id, o.at, o.changes) f order by o.tenant_id, o.id;
create trigger flow after insert on op referencing new table as added
  for each statement execute function molde_op_flow();

-- Tasks at the end of each day, of the last 400 days, by project and category. Days are those of the tenant's zone; what
-- happened before the first day is counted on it.
create view project_flow with (security_invoker = true) as
  with day_change as (
    select f.tenant_id, f.project_id, f.category, x.today,
      greatest((f.at at time zone t.time_zone)::date, x.today - 400) as day, sum(f.delta)::int as delta
    from task_flow f
    join tenant t on t.id = f.tenant_id
    cross join lateral (select (now() at time zone t.time_zone)::date as today) x
    group by 1, 2, 3, 4, 5
  ), span as (
    select tenant_id, project_id, min(day) as first, max(today) as last from day_change group by 1, 2
  )
  select s.tenant_id, ((d.day::date - date '2000-01-01') * 8 + c.rank)::bigint * 1000000 + s.project_id as id,
    s.project_id, d.day::date as day, c.category,
    sum(coalesce(x.delta, 0)) over (partition by s.tenant_id, s.project_id, c.category order by d.day)::int as tasks
  from span s
  cross join (values ('backlog', 0), ('start', 1), ('progress', 2), ('validation', 3), ('blocked', 4), ('concluded', 5))
    c (category, rank)
  cross join lateral generate_series(s.first, s.last, interval '1 day') d (day)
  left join day_change x on x.tenant_id = s.tenant_id and x.project_id = s.project_id and x.category = c.category
    and x.day = d.day::date;

-- People of tasks, by name: who may read tasks reads these names on the boards too.
create view task_person with (security_invoker = true) as
  select x.tenant_id, x.task_id * 1000000 + x.user_id as id, x.task_id, t.project_id, x.user_id as person_id,
    u.name::text as person
  from (
    select tenant_id, task_id, user_id from task_user
    union
    select tenant_id, id, head_id from task where head_id is not null
  ) x
  join task t on t.tenant_id = x.tenant_id and t.id = x.task_id and t.deleted_at is null
  join app_user u on u.tenant_id = x.tenant_id and u.id = x.user_id;

-- Tasks say whether they are late, and whether anybody works on them.
create or replace view current_task with (security_invoker = true) as
  select t.tenant_id, t.id, t.project_id, t.story_id, t.number, t.title, t.status_id, w.category, t.priority_id, t.sprint_id,
    t.head_id, t.start_date, t.end_date, t.concluded_at, t.search, t.version, t.created_at, t.created_by, t.updated_at,
    t.updated_by,
    (t.end_date < (now() at time zone n.time_zone)::date and w.category not in ('concluded', 'canceled')) is true as late,
    w.category not in ('concluded', 'canceled') as open,
    t.head_id is not null
      or exists (select from task_user u where u.tenant_id = t.tenant_id and u.task_id = t.id) as has_person
  from task t
  join work_status w on w.tenant_id = t.tenant_id and w.id = t.status_id
  join tenant n on n.id = t.tenant_id
  where t.deleted_at is null;

grant select on project_flow, task_person to molde_app;
