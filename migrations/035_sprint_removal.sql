-- A sprint that the undo of an end takes back stays for the log, and is shown nowhere.
alter table sprint add column deleted_at timestamptz;
