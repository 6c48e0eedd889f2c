-- People belong to a company, which cannot be deleted before them.
alter table app_user add foreign key (tenant_id, company_id) references company (tenant_id, id);
create index app_user_company_id on app_user (tenant_id, company_id) where company_id is not null;
