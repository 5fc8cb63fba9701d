CREATE TABLE `revision` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` integer NOT NULL,
	`state` text NOT NULL,
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`field` text NOT NULL,
	`before` integer,
	`after` integer,
	`report_id` integer,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `revision_of_run` ON `revision` (`run_id`);--> statement-breakpoint
CREATE INDEX `revision_of_jurisdiction` ON `revision` (`jurisdiction_id`,`allocation_period`);--> statement-breakpoint
ALTER TABLE `report` ADD `withdrawn_at` text;--> statement-breakpoint
ALTER TABLE `report` ADD `withdrawn_reason` text;--> statement-breakpoint
ALTER TABLE `ca_allocation` ADD `run_id` integer REFERENCES run(id);--> statement-breakpoint
CREATE INDEX `ca_allocation_of_run` ON `ca_allocation` (`run_id`,`allocation_period`,`jurisdiction_id`);--> statement-breakpoint
ALTER TABLE `tx_allocation` ADD `run_id` integer REFERENCES run(id);--> statement-breakpoint
CREATE INDEX `tx_allocation_of_run` ON `tx_allocation` (`run_id`,`allocation_period`,`jurisdiction_id`);--> statement-breakpoint
-- what was there before came, as far as anybody knows, with the newest run
UPDATE `ca_allocation` SET `run_id` = (SELECT max(`id`) FROM `run` WHERE `dataset_version` IS NOT NULL);--> statement-breakpoint
UPDATE `tx_allocation` SET `run_id` = (SELECT max(`id`) FROM `run` WHERE `dataset_version` IS NOT NULL);
