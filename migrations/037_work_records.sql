-- When a task was concluded, which throughput and the cumulative flow are counted by.
alter table task add column concluded_at timestamptz;
create function molde_task_concluded() returns trigger
language plpgsql as $$
begin
  if not exists (select from public.work_status w
    where w.tenant_id = new.tenant_id and w.id = new.status_id and w.category = 'concluded') then
    new.concluded_at := null;
  elsif new.concluded_at is null then
    new.concluded_at := now();
  end if;
  return new;
end $$;
-- Closed projects cannot be written to, and the trigger that refuses it is not about this column.
alter table task disable trigger open_project;
update task t set concluded_at = t.updated_at from work_status w
where w.tenant_id = t.tenant_id and w.id = t.status_id and w.category = 'concluded';
alter table task enable trigger open_project;
create trigger concluded before insert or update of status_id, concluded_at on task
  for each row execute function molde_task_concluded();

-- What declarations of entities read: records that were not removed, with the category of their status. They are read with the
-- rights of who reads them, so the policies of the tables hide what they hide.
create view current_story with (security_invoker = true) as
  select s.tenant_id, s.id, s.project_id, s.number, s.title, s.status_id, w.category, s.priority_id, s.head_id, s.start_date,
    s.end_date, s.search, s.version, s.created_at, s.created_by, s.updated_at, s.updated_by
  from story s join work_status w on w.tenant_id = s.tenant_id and w.id = s.status_id
  where s.deleted_at is null;

create view current_task with (security_invoker = true) as
  select t.tenant_id, t.id, t.project_id, t.story_id, t.number, t.title, t.status_id, w.category, t.priority_id, t.sprint_id,
    t.head_id, t.start_date, t.end_date, t.concluded_at, t.search, t.version, t.created_at, t.created_by, t.updated_at,
    t.updated_by
  from task t join work_status w on w.tenant_id = t.tenant_id and w.id = t.status_id
  where t.deleted_at is null;
create view current_task_user with (security_invoker = true) as
  select tenant_id, task_id as record_id, user_id as target_id from task_user;

-- A board is hidden with all of its projects.
create view current_board with (security_invoker = true) as
  select b.tenant_id, b.id, b.title, b.active_sprint_id,
    exists (select from project_board x where x.tenant_id = b.tenant_id and x.board_id = b.id) as has_projects,
    b.version, b.created_at, b.created_by, b.updated_at, b.updated_by
  from board b
  where b.deleted_at is null and (
    not exists (select from project_board x where x.tenant_id = b.tenant_id and x.board_id = b.id)
    or exists (select from project_board x join project p on p.tenant_id = x.tenant_id and p.id = x.project_id
      where x.tenant_id = b.tenant_id and x.board_id = b.id)
  );
create view current_board_project with (security_invoker = true) as
  select tenant_id, board_id as record_id, project_id as target_id from project_board;

create view current_sprint with (security_invoker = true) as
  select s.tenant_id, s.id, s.board_id, b.has_projects, s.title, s.start_date, s.planned_end, s.state, s.started_at, s.ended_at,
    s.version, s.created_at, s.created_by, s.updated_at, s.updated_by
  from sprint s join current_board b on b.tenant_id = s.tenant_id and b.id = s.board_id
  where s.deleted_at is null;

grant select on current_story, current_task, current_task_user, current_board, current_board_project, current_sprint
  to molde_app;
