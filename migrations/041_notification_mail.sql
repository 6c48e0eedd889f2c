-- What a person gets by mail of the notifications in the bell: none, one mail per gesture, or one a day.
create table notification_setting (
  tenant_id int not null references tenant (id),
  user_id bigint not null,
  mail text not null check (mail in ('never', 'gesture', 'digest')),
  -- Of the day in the tenant's time zone.
  hour int not null check (hour between 0 and 23),
  -- Host of the tenant at which the person chose it, for the links of the mails.
  host text not null,
  -- The last day of which the digest was begun.
  digest_on date,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
create index notification_setting_digest on notification_setting (hour) where mail = 'digest';
select molde_entity_table('notification_setting');
