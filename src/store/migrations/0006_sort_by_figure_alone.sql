DROP INDEX `ca_allocation_of_run`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_net_payment`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_current_distributions`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_current_advance`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_countywide_pool`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_statewide_pool`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_county_share`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_net_prior_allocations`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_net_payment`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_net_payment`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_net_payment`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_current_distributions`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_current_distributions`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_current_distributions`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_current_advance`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_current_advance`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_current_advance`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_countywide_pool`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_countywide_pool`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_countywide_pool`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_countywide_pool_percentage`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_countywide_pool_percentage`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_countywide_pool_percentage`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_statewide_pool`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_statewide_pool`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_statewide_pool`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_statewide_pool_percentage`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_statewide_pool_percentage`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_statewide_pool_percentage`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_county_share`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_county_share`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_county_share`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_net_prior_allocations`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_net_prior_allocations`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_net_prior_allocations`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_administrative_cost`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_administrative_cost`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_administrative_cost`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_delta_other_adjustments`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_trend_other_adjustments`;--> statement-breakpoint
DROP INDEX `ca_allocation_by_ytd_other_adjustments`;--> statement-breakpoint
CREATE INDEX `ca_allocation_of_run` ON `ca_allocation` (`run_id`);--> statement-breakpoint
CREATE INDEX `ca_allocation_by_net_payment` ON `ca_allocation` ("net_payment");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_current_distributions` ON `ca_allocation` ("current_distributions");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_current_advance` ON `ca_allocation` ("current_advance");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_countywide_pool` ON `ca_allocation` ("countywide_pool");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_statewide_pool` ON `ca_allocation` ("statewide_pool");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_county_share` ON `ca_allocation` ("county_share");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_net_prior_allocations` ON `ca_allocation` ("net_prior_allocations");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_net_payment` ON `ca_allocation` ("delta_net_payment");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_net_payment` ON `ca_allocation` ("trend_net_payment");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_net_payment` ON `ca_allocation` ("ytd_net_payment");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_current_distributions` ON `ca_allocation` ("delta_current_distributions");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_current_distributions` ON `ca_allocation` ("trend_current_distributions");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_current_distributions` ON `ca_allocation` ("ytd_current_distributions");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_current_advance` ON `ca_allocation` ("delta_current_advance");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_current_advance` ON `ca_allocation` ("trend_current_advance");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_current_advance` ON `ca_allocation` ("ytd_current_advance");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_countywide_pool` ON `ca_allocation` ("delta_countywide_pool");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_countywide_pool` ON `ca_allocation` ("trend_countywide_pool");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_countywide_pool` ON `ca_allocation` ("ytd_countywide_pool");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_countywide_pool_percentage` ON `ca_allocation` ("delta_countywide_pool_percentage");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_countywide_pool_percentage` ON `ca_allocation` ("trend_countywide_pool_percentage");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_countywide_pool_percentage` ON `ca_allocation` ("ytd_countywide_pool_percentage");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_statewide_pool` ON `ca_allocation` ("delta_statewide_pool");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_statewide_pool` ON `ca_allocation` ("trend_statewide_pool");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_statewide_pool` ON `ca_allocation` ("ytd_statewide_pool");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_statewide_pool_percentage` ON `ca_allocation` ("delta_statewide_pool_percentage");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_statewide_pool_percentage` ON `ca_allocation` ("trend_statewide_pool_percentage");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_statewide_pool_percentage` ON `ca_allocation` ("ytd_statewide_pool_percentage");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_county_share` ON `ca_allocation` ("delta_county_share");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_county_share` ON `ca_allocation` ("trend_county_share");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_county_share` ON `ca_allocation` ("ytd_county_share");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_net_prior_allocations` ON `ca_allocation` ("delta_net_prior_allocations");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_net_prior_allocations` ON `ca_allocation` ("trend_net_prior_allocations");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_net_prior_allocations` ON `ca_allocation` ("ytd_net_prior_allocations");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_administrative_cost` ON `ca_allocation` ("delta_administrative_cost");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_administrative_cost` ON `ca_allocation` ("trend_administrative_cost");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_administrative_cost` ON `ca_allocation` ("ytd_administrative_cost");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_delta_other_adjustments` ON `ca_allocation` ("delta_other_adjustments");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_trend_other_adjustments` ON `ca_allocation` ("trend_other_adjustments");--> statement-breakpoint
CREATE INDEX `ca_allocation_by_ytd_other_adjustments` ON `ca_allocation` ("ytd_other_adjustments");--> statement-breakpoint
DROP INDEX `tx_allocation_of_run`;--> statement-breakpoint
DROP INDEX `tx_allocation_by_net_payment`;--> statement-breakpoint
DROP INDEX `tx_allocation_by_prior_collection`;--> statement-breakpoint
DROP INDEX `tx_allocation_by_current_collections`;--> statement-breakpoint
DROP INDEX `tx_allocation_by_future_collections`;--> statement-breakpoint
DROP INDEX `tx_allocation_by_audit_collections`;--> statement-breakpoint
DROP INDEX `tx_allocation_by_single_local_rate_collections`;--> statement-breakpoint
CREATE INDEX `tx_allocation_of_run` ON `tx_allocation` (`run_id`);--> statement-breakpoint
CREATE INDEX `tx_allocation_by_net_payment` ON `tx_allocation` ("net_payment");--> statement-breakpoint
CREATE INDEX `tx_allocation_by_prior_collection` ON `tx_allocation` ("prior_collection");--> statement-breakpoint
CREATE INDEX `tx_allocation_by_current_collections` ON `tx_allocation` ("current_collections");--> statement-breakpoint
CREATE INDEX `tx_allocation_by_future_collections` ON `tx_allocation` ("future_collections");--> statement-breakpoint
CREATE INDEX `tx_allocation_by_audit_collections` ON `tx_allocation` ("audit_collections");--> statement-breakpoint
CREATE INDEX `tx_allocation_by_single_local_rate_collections` ON `tx_allocation` ("single_local_rate_collections");