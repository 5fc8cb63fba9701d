CREATE TABLE `token` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`sha256` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text,
	`revoked_at` text,
	`last_used_at` text
) STRICT;
--> statement-breakpoint
PRAGMA application_id = 1398035531;
