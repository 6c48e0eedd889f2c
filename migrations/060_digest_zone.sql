-- The hour of the daily mail is one of the clocks that the person has; without a zone of their own, of the tenant's.

alter table notification_setting add column time_zone text;
