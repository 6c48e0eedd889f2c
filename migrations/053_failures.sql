-- What failed in the end, for the one list of administrators: each is a small part of its table.
create index support_webhook_failed on support_webhook (tenant_id, id) where error_text is not null;
create index support_message_failed on support_message (tenant_id, at) where state = 'failed';
create index support_media_failed on support_media (tenant_id, message_id) where state = 'failed';
