-- Organizational units become a tree, and companies with subsidiaries are created.
alter table organizational_unit
  add column code text collate molde_pt_br,
  add column parent_id bigint,
  add column created_by bigint,
  add column updated_by bigint,
  add column search text generated always as (molde_fold(title || E'\n' || coalesce(code, ''))) stored,
  add foreign key (tenant_id, parent_id) references organizational_unit (tenant_id, id);
create unique index organizational_unit_code_unique on organizational_unit (tenant_id, code);
create index organizational_unit_parent_id on organizational_unit (tenant_id, parent_id) where parent_id is not null;
create index organizational_unit_search on organizational_unit using gin (search gin_trgm_ops);

create table company (
  tenant_id int not null references tenant (id),
  id bigint not null,
  name text collate molde_pt_br not null,
  trade_name text collate molde_pt_br,
  cnpj text not null,
  parent_id bigint,
  email text,
  phone text,
  is_active boolean not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  search text generated always as (molde_fold(name || E'\n' || coalesce(trade_name, '') || E'\n' || cnpj)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references company (tenant_id, id)
);
create unique index company_cnpj_unique on company (tenant_id, cnpj);
create index company_parent_id on company (tenant_id, parent_id) where parent_id is not null;
create index company_name on company (tenant_id, name, id);
create index company_created_at on company (tenant_id, created_at, id);
create index company_updated_at on company (tenant_id, updated_at, id);
select molde_entity_table('company');
