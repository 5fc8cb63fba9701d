CREATE TABLE `jurisdiction` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`sales_tax_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`type` text,
	`sales_tax_rate` integer,
	`printed_name` text NOT NULL,
	`printed_type` text,
	`county` text,
	`counties` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `jurisdiction_code` ON `jurisdiction` (`state`,`sales_tax_id`);--> statement-breakpoint
CREATE TABLE `run` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`command` text NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text NOT NULL,
	`outcome` text NOT NULL,
	`program_version` text NOT NULL,
	`summary` text NOT NULL,
	`dataset_version` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `run_of_version` ON `run` (`id`) WHERE "run"."dataset_version" is not null;--> statement-breakpoint
CREATE TABLE `report` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sha256` text NOT NULL,
	`kind` text NOT NULL,
	`format` text NOT NULL,
	`file_name` text NOT NULL,
	`received_at` text NOT NULL,
	`first_month` text NOT NULL,
	`last_month` text NOT NULL,
	`taken` text,
	`row_count` integer NOT NULL,
	`withdrawn_at` text,
	`withdrawn_reason` text,
	`origin` text,
	`held` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `report_sha256_unique` ON `report` (`sha256`);--> statement-breakpoint
CREATE TABLE `finding` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` integer NOT NULL,
	`scope` text NOT NULL,
	`state` text NOT NULL,
	`report_id` integer,
	`jurisdiction_id` integer,
	`allocation_period` text,
	`severity` text NOT NULL,
	`code` text NOT NULL,
	`facts` text NOT NULL,
	`sheet` text,
	`row` integer,
	`column` text,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `finding_of_jurisdiction` ON `finding` (`jurisdiction_id`);--> statement-breakpoint
CREATE INDEX `finding_of_report` ON `finding` (`report_id`);--> statement-breakpoint
CREATE INDEX `finding_of_state` ON `finding` (`scope`,`state`);--> statement-breakpoint
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
CREATE INDEX `revision_of_state` ON `revision` (`state`);--> statement-breakpoint
CREATE INDEX `revision_of_jurisdiction` ON `revision` (`jurisdiction_id`,`allocation_period`);--> statement-breakpoint
CREATE TABLE `seen_file` (
	`path` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`modified_ns` text NOT NULL,
	`changed_ns` text NOT NULL,
	`inode` text NOT NULL,
	`sha256` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `ca_monthly_statement_row` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`report_id` integer NOT NULL,
	`sheet` text,
	`row` integer NOT NULL,
	`name` text NOT NULL,
	`jurisdiction_type` text,
	`current_distributions` integer,
	`current_advance` integer,
	`net_prior_allocations` integer,
	`administrative_cost` integer,
	`other_adjustments` integer,
	`net_payment` integer,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`, `report_id`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ca_monthly_statement_row_of_report` ON `ca_monthly_statement_row` (`report_id`);--> statement-breakpoint
CREATE TABLE `ca_quarterly_allocations_row` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`report_id` integer NOT NULL,
	`sheet` text,
	`row` integer NOT NULL,
	`name` text NOT NULL,
	`month_1` integer,
	`month_2` integer,
	`month_3` integer,
	`gross` integer,
	`county_pool_percent` integer,
	`county_pool_amount` integer,
	`state_pool_percent` integer,
	`state_pool_amount` integer,
	`county_share_percent` integer,
	`jurisdiction_share_percent` integer,
	`adjusted_gross` integer,
	`county_share_amount` integer,
	`jurisdiction_share_amount` integer,
	`local_tax` integer,
	`prior_advance` integer,
	`administrative_cost` integer,
	`total` integer,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`, `report_id`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ca_quarterly_allocations_row_of_report` ON `ca_quarterly_allocations_row` (`report_id`);--> statement-breakpoint
CREATE TABLE `tx_payment_detail_row` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`report_id` integer NOT NULL,
	`sheet` text,
	`row` integer NOT NULL,
	`name` text NOT NULL,
	`allocation_date` text,
	`total_collections` integer,
	`prior_collection` integer,
	`current_collections` integer,
	`future_collections` integer,
	`audit_collections` integer,
	`unidentified_collections` integer,
	`single_local_rate_collections` integer,
	`service_fee` integer,
	`current_retained` integer,
	`prior_retained` integer,
	`net_payment` integer,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`, `report_id`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `tx_payment_detail_row_of_report` ON `tx_payment_detail_row` (`report_id`);--> statement-breakpoint
CREATE TABLE `tx_comparison_summary_row` (
	`listed` text NOT NULL,
	`allocation_period` text NOT NULL,
	`report_id` integer NOT NULL,
	`sheet` text,
	`row` integer NOT NULL,
	`name` text NOT NULL,
	`listed_type` text,
	`period_type` text,
	`current_rate` integer,
	`net_payment_this_period` integer,
	`comparable_payment_prior_year` integer,
	`percent_change_prior_year` integer,
	`payments_to_date` integer,
	`previous_payments_to_date` integer,
	`percent_change_to_date` integer,
	PRIMARY KEY(`listed`, `allocation_period`, `report_id`),
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `tx_comparison_summary_row_of_report` ON `tx_comparison_summary_row` (`report_id`);--> statement-breakpoint
CREATE INDEX `tx_comparison_summary_row_by_period` ON `tx_comparison_summary_row` (`allocation_period`);--> statement-breakpoint
CREATE TABLE `tx_city_comparison_summary_row` (
	`listed` text NOT NULL,
	`allocation_period` text NOT NULL,
	`report_id` integer NOT NULL,
	`sheet` text,
	`row` integer NOT NULL,
	`name` text NOT NULL,
	`listed_county` text,
	`period_type` text,
	`current_rate` integer,
	`net_payment_this_period` integer,
	`comparable_payment_prior_year` integer,
	`percent_change_prior_year` integer,
	`payments_to_date` integer,
	`previous_payments_to_date` integer,
	`percent_change_to_date` integer,
	PRIMARY KEY(`listed`, `allocation_period`, `report_id`),
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `tx_city_comparison_summary_row_of_report` ON `tx_city_comparison_summary_row` (`report_id`);--> statement-breakpoint
CREATE INDEX `tx_city_comparison_summary_row_by_period` ON `tx_city_comparison_summary_row` (`allocation_period`);--> statement-breakpoint
CREATE TABLE `il_disbursements_row` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`report_id` integer NOT NULL,
	`sheet` text,
	`row` integer NOT NULL,
	`name` text NOT NULL,
	`tax` text,
	`vendor_number` text,
	`net_payment` integer,
	`lines` text,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`, `report_id`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `il_disbursements_row_of_report` ON `il_disbursements_row` (`report_id`);--> statement-breakpoint
CREATE TABLE `nc_distribution_row` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`report_id` integer NOT NULL,
	`sheet` text,
	`row` integer NOT NULL,
	`name` text NOT NULL,
	`section` text,
	`article_39` integer,
	`article_40` integer,
	`article_42` integer,
	`article_43` integer,
	`article_44` integer,
	`article_44_524` integer,
	`article_45` integer,
	`article_46` integer,
	`city_hold_harmless` integer,
	`net_payment` integer,
	`lines` text,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`, `report_id`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `nc_distribution_row_of_report` ON `nc_distribution_row` (`report_id`);--> statement-breakpoint
CREATE TABLE `listed_fact` (
	`allocation_period` text NOT NULL,
	`jurisdiction_id` integer NOT NULL,
	`sales_tax_rate` integer,
	`county` text,
	`report_id` integer NOT NULL,
	`sheet` text,
	`row` integer NOT NULL,
	PRIMARY KEY(`allocation_period`, `jurisdiction_id`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `fact_of_jurisdiction` ON `listed_fact` (`jurisdiction_id`);--> statement-breakpoint
CREATE TABLE `listed_jurisdiction` (
	`kind` text NOT NULL,
	`listed` text NOT NULL,
	`jurisdiction_id` integer NOT NULL,
	PRIMARY KEY(`kind`, `listed`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `listed_of_jurisdiction` ON `listed_jurisdiction` (`jurisdiction_id`);--> statement-breakpoint
CREATE TABLE `ca_allocation` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`revenue_period` text NOT NULL,
	`sales_period` text NOT NULL,
	`quarter` integer NOT NULL,
	`net_payment` integer,
	`current_distributions` integer,
	`current_advance` integer,
	`countywide_pool` integer,
	`countywide_pool_percentage` integer,
	`statewide_pool` integer,
	`statewide_pool_percentage` integer,
	`county_share` integer,
	`net_prior_allocations` integer,
	`administrative_cost` integer,
	`other_adjustments` integer,
	`delta_net_payment` integer,
	`delta_current_distributions` integer,
	`delta_current_advance` integer,
	`delta_countywide_pool` integer,
	`delta_countywide_pool_percentage` integer,
	`delta_statewide_pool` integer,
	`delta_statewide_pool_percentage` integer,
	`delta_county_share` integer,
	`delta_net_prior_allocations` integer,
	`delta_administrative_cost` integer,
	`delta_other_adjustments` integer,
	`trend_net_payment` integer,
	`trend_current_distributions` integer,
	`trend_current_advance` integer,
	`trend_countywide_pool` integer,
	`trend_countywide_pool_percentage` integer,
	`trend_statewide_pool` integer,
	`trend_statewide_pool_percentage` integer,
	`trend_county_share` integer,
	`trend_net_prior_allocations` integer,
	`trend_administrative_cost` integer,
	`trend_other_adjustments` integer,
	`ytd_net_payment` integer,
	`ytd_current_distributions` integer,
	`ytd_current_advance` integer,
	`ytd_countywide_pool` integer,
	`ytd_countywide_pool_percentage` integer,
	`ytd_statewide_pool` integer,
	`ytd_statewide_pool_percentage` integer,
	`ytd_county_share` integer,
	`ytd_net_prior_allocations` integer,
	`ytd_administrative_cost` integer,
	`ytd_other_adjustments` integer,
	`monthly_statement_report_id` integer,
	`monthly_statement_sheet` text,
	`monthly_statement_row` integer,
	`quarterly_allocations_report_id` integer,
	`quarterly_allocations_sheet` text,
	`quarterly_allocations_row` integer,
	`run_id` integer,
	`first_run_id` integer NOT NULL,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`monthly_statement_report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`quarterly_allocations_report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `ca_allocation_by_period` ON `ca_allocation` (`allocation_period`,`jurisdiction_id`);--> statement-breakpoint
CREATE INDEX `ca_allocation_of_run` ON `ca_allocation` (`run_id`);--> statement-breakpoint
CREATE TABLE `tx_allocation` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`revenue_period` text NOT NULL,
	`sales_period` text NOT NULL,
	`quarter` integer NOT NULL,
	`net_payment` integer,
	`prior_collection` integer,
	`current_collections` integer,
	`future_collections` integer,
	`audit_collections` integer,
	`single_local_rate_collections` integer,
	`unidentified_collections` integer,
	`service_fee` integer,
	`current_retained` integer,
	`prior_retained` integer,
	`delta_net_payment` integer,
	`delta_prior_collection` integer,
	`delta_current_collections` integer,
	`delta_future_collections` integer,
	`delta_audit_collections` integer,
	`delta_single_local_rate_collections` integer,
	`delta_unidentified_collections` integer,
	`delta_service_fee` integer,
	`delta_current_retained` integer,
	`delta_prior_retained` integer,
	`trend_net_payment` integer,
	`trend_prior_collection` integer,
	`trend_current_collections` integer,
	`trend_future_collections` integer,
	`trend_audit_collections` integer,
	`trend_single_local_rate_collections` integer,
	`trend_unidentified_collections` integer,
	`trend_service_fee` integer,
	`trend_current_retained` integer,
	`trend_prior_retained` integer,
	`ytd_net_payment` integer,
	`ytd_prior_collection` integer,
	`ytd_current_collections` integer,
	`ytd_future_collections` integer,
	`ytd_audit_collections` integer,
	`ytd_single_local_rate_collections` integer,
	`ytd_unidentified_collections` integer,
	`ytd_service_fee` integer,
	`ytd_current_retained` integer,
	`ytd_prior_retained` integer,
	`payment_detail_report_id` integer,
	`payment_detail_sheet` text,
	`payment_detail_row` integer,
	`run_id` integer,
	`first_run_id` integer NOT NULL,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_detail_report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `tx_allocation_by_period` ON `tx_allocation` (`allocation_period`,`jurisdiction_id`);--> statement-breakpoint
CREATE INDEX `tx_allocation_of_run` ON `tx_allocation` (`run_id`);--> statement-breakpoint
CREATE TABLE `il_allocation` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`revenue_period` text NOT NULL,
	`sales_period` text NOT NULL,
	`quarter` integer NOT NULL,
	`net_payment` integer,
	`state_shared` integer,
	`home_rule` integer,
	`non_home_rule` integer,
	`business_district` integer,
	`public_safety_and_schools` integer,
	`transit` integer,
	`vehicles_and_rental` integer,
	`motor_fuel` integer,
	`other` integer,
	`delta_net_payment` integer,
	`delta_state_shared` integer,
	`delta_home_rule` integer,
	`delta_non_home_rule` integer,
	`delta_business_district` integer,
	`delta_public_safety_and_schools` integer,
	`delta_transit` integer,
	`delta_vehicles_and_rental` integer,
	`delta_motor_fuel` integer,
	`delta_other` integer,
	`trend_net_payment` integer,
	`trend_state_shared` integer,
	`trend_home_rule` integer,
	`trend_non_home_rule` integer,
	`trend_business_district` integer,
	`trend_public_safety_and_schools` integer,
	`trend_transit` integer,
	`trend_vehicles_and_rental` integer,
	`trend_motor_fuel` integer,
	`trend_other` integer,
	`ytd_net_payment` integer,
	`ytd_state_shared` integer,
	`ytd_home_rule` integer,
	`ytd_non_home_rule` integer,
	`ytd_business_district` integer,
	`ytd_public_safety_and_schools` integer,
	`ytd_transit` integer,
	`ytd_vehicles_and_rental` integer,
	`ytd_motor_fuel` integer,
	`ytd_other` integer,
	`disbursements_report_id` integer,
	`disbursements_sheet` text,
	`disbursements_row` integer,
	`run_id` integer,
	`first_run_id` integer NOT NULL,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`disbursements_report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `il_allocation_by_period` ON `il_allocation` (`allocation_period`,`jurisdiction_id`);--> statement-breakpoint
CREATE INDEX `il_allocation_of_run` ON `il_allocation` (`run_id`);--> statement-breakpoint
CREATE TABLE `nc_allocation` (
	`jurisdiction_id` integer NOT NULL,
	`allocation_period` text NOT NULL,
	`revenue_period` text NOT NULL,
	`sales_period` text NOT NULL,
	`quarter` integer NOT NULL,
	`net_payment` integer,
	`article_39` integer,
	`article_40` integer,
	`article_42` integer,
	`article_43` integer,
	`article_44` integer,
	`article_44_524` integer,
	`article_45` integer,
	`article_46` integer,
	`city_hold_harmless` integer,
	`delta_net_payment` integer,
	`delta_article_39` integer,
	`delta_article_40` integer,
	`delta_article_42` integer,
	`delta_article_43` integer,
	`delta_article_44` integer,
	`delta_article_44_524` integer,
	`delta_article_45` integer,
	`delta_article_46` integer,
	`delta_city_hold_harmless` integer,
	`trend_net_payment` integer,
	`trend_article_39` integer,
	`trend_article_40` integer,
	`trend_article_42` integer,
	`trend_article_43` integer,
	`trend_article_44` integer,
	`trend_article_44_524` integer,
	`trend_article_45` integer,
	`trend_article_46` integer,
	`trend_city_hold_harmless` integer,
	`ytd_net_payment` integer,
	`ytd_article_39` integer,
	`ytd_article_40` integer,
	`ytd_article_42` integer,
	`ytd_article_43` integer,
	`ytd_article_44` integer,
	`ytd_article_44_524` integer,
	`ytd_article_45` integer,
	`ytd_article_46` integer,
	`ytd_city_hold_harmless` integer,
	`distribution_report_id` integer,
	`distribution_sheet` text,
	`distribution_row` integer,
	`run_id` integer,
	`first_run_id` integer NOT NULL,
	PRIMARY KEY(`jurisdiction_id`, `allocation_period`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`distribution_report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `nc_allocation_by_period` ON `nc_allocation` (`allocation_period`,`jurisdiction_id`);--> statement-breakpoint
CREATE INDEX `nc_allocation_of_run` ON `nc_allocation` (`run_id`);