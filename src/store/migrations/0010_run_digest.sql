ALTER TABLE `run` ADD `digest` text;--> statement-breakpoint
ALTER TABLE `run` ADD `summary_digest` text;