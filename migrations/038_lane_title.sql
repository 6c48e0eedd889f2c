-- The name of a lane on its own board; null is the name of its status, which boards and projects share.
alter table lane add column title text check (length(title) between 1 and 100);
