ALTER TABLE `jurisdiction` ADD `county` text;--> statement-breakpoint
ALTER TABLE `ca_allocation` ADD `first_run_id` integer;--> statement-breakpoint
ALTER TABLE `tx_allocation` ADD `first_run_id` integer;