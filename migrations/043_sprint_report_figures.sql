-- Reports of sprints that ended before their figures by task were stored: the median of the cycle, and what each person
-- concluded, counted from all of the report's tasks. Readers see some of these tasks, and the same figures.
create function molde_sprint_report_figures(p_tasks jsonb) returns jsonb
language sql immutable as $$
  with done as (
    select t->'people'->>0 as name, (t->>'cycleDays')::numeric as days
    from jsonb_array_elements(p_tasks) t where t->>'doneAt' is not null
  )
  select jsonb_build_object(
    'cycle', (select round((percentile_cont(0.5) within group (order by days))::numeric, 1) from done),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object('name', name, 'done', tasks, 'cycle', cycle) order by tasks desc, name nulls last)
      from (select name, count(*)::int as tasks, round(avg(days), 1) as cycle from done group by name) p
    ), '[]'))
$$;
update sprint set report = report || molde_sprint_report_figures(report->'tasks') where report is not null;
drop function molde_sprint_report_figures(jsonb);

-- The velocity of a report names up to seven sprints, its own the last one; those before it ended before it.
with ended as (
  select tenant_id, board_id, id, title::text as title, report,
    row_number() over (partition by tenant_id, board_id order by ended_at) as rank
  from sprint where report is not null
), counted as (
  select e.tenant_id, e.id, jsonb_agg(v.one || jsonb_build_object('cycle', x.report->'cycle') order by v.at) as velocity
  from ended e
  cross join lateral jsonb_array_elements(e.report->'velocity') with ordinality v (one, at)
  left join ended x on x.tenant_id = e.tenant_id and x.board_id = e.board_id and x.title = v.one->>'title'
    and x.rank = e.rank - jsonb_array_length(e.report->'velocity') + v.at
  group by e.tenant_id, e.id
)
update sprint s set report = jsonb_set(s.report, '{velocity}', t.velocity) from counted t
where s.tenant_id = t.tenant_id and s.id = t.id;
