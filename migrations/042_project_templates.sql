-- A project that others are made like: it stands apart from the live ones, and its tasks are nobody's work.
alter table project add column is_template boolean not null default false;
