CREATE TABLE `seen_file` (
	`path` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`modified_ns` text NOT NULL,
	`changed_ns` text NOT NULL,
	`inode` text NOT NULL,
	`sha256` text NOT NULL
) STRICT;
