DROP TABLE `seen_file`;--> statement-breakpoint
DROP TABLE `listed_fact`;--> statement-breakpoint
DROP TABLE `listed_jurisdiction`;--> statement-breakpoint
ALTER TABLE `tx_comparison_summary_row` ADD `jurisdiction_id` integer REFERENCES jurisdiction(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `tx_comparison_summary_row_of_jurisdiction` ON `tx_comparison_summary_row` (`jurisdiction_id`,`allocation_period`);--> statement-breakpoint
ALTER TABLE `tx_city_comparison_summary_row` ADD `jurisdiction_id` integer REFERENCES jurisdiction(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `tx_city_comparison_summary_row_of_jurisdiction` ON `tx_city_comparison_summary_row` (`jurisdiction_id`,`allocation_period`);--> statement-breakpoint
ALTER TABLE `run` DROP COLUMN `figure_sums`;--> statement-breakpoint
ALTER TABLE `report` ADD `accepted_at` text;--> statement-breakpoint
ALTER TABLE `report` ADD `accepted_reason` text;--> statement-breakpoint
UPDATE `report` SET `accepted_at` = `held` ->> '$.accepted.at', `accepted_reason` = `held` ->> '$.accepted.reason';--> statement-breakpoint
DELETE FROM `finding` WHERE `report_id` IN (SELECT `id` FROM `report` WHERE `held` IS NOT NULL AND `accepted_at` IS NULL AND `withdrawn_at` IS NULL);--> statement-breakpoint
DELETE FROM `report` WHERE `held` IS NOT NULL AND `accepted_at` IS NULL AND `withdrawn_at` IS NULL;--> statement-breakpoint
UPDATE `report` SET `row_count` = -1 WHERE `withdrawn_at` IS NULL;--> statement-breakpoint
ALTER TABLE `report` DROP COLUMN `taken`;--> statement-breakpoint
ALTER TABLE `report` DROP COLUMN `held`;
