-- A project that is restricted from its first moment is hidden from those who follow its boards already.
create trigger rights_added after insert on project
  for each row when (new.restricted) execute function molde_rights_changed('*');

-- Stakeholders of a board see its restricted projects, as long as it has them.
create function molde_project_board_rights() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_link record := coalesce(new, old);
begin
  if exists (select from public.project p where p.tenant_id = v_link.tenant_id and p.id = v_link.project_id and p.restricted) then
    perform pg_notify('molde', 'r:' || v_link.tenant_id || ':*');
  end if;
  return null;
end $$;
create trigger rights_changed after insert or delete on project_board
  for each row execute function molde_project_board_rights();
