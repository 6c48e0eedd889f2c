-- Items of a payload that are processed: a long one is processed by several transactions, which a kill may part.
alter table support_webhook add column items_done int not null default 0;
