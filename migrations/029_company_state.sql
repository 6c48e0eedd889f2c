-- Companies have a state of Brazil.
alter table company add column state text;
create index company_state on company (tenant_id, state) where state is not null;
