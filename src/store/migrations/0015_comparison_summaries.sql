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
) STRICT;
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
) STRICT;
--> statement-breakpoint
CREATE INDEX `tx_city_comparison_summary_row_of_report` ON `tx_city_comparison_summary_row` (`report_id`);--> statement-breakpoint
CREATE INDEX `tx_city_comparison_summary_row_by_period` ON `tx_city_comparison_summary_row` (`allocation_period`);--> statement-breakpoint
CREATE TABLE `listed_jurisdiction` (
	`kind` text NOT NULL,
	`listed` text NOT NULL,
	`jurisdiction_id` integer NOT NULL,
	PRIMARY KEY(`kind`, `listed`),
	FOREIGN KEY (`jurisdiction_id`) REFERENCES `jurisdiction`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `listed_of_jurisdiction` ON `listed_jurisdiction` (`jurisdiction_id`);
