-- A file that was removed from its record: nobody reads it any more, and it is kept until it expires, so that the removal can
-- be taken back.
alter table file drop constraint file_state_check;
alter table file add constraint file_state_check check (state in ('quarantine', 'stored', 'missing', 'removed'));
