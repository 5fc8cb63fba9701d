-- The datapoints of both states with their derived figures.

-- California: one datapoint per row of a statement. Quarter-end fields are 0 in months that settle no quarter. At
-- quarter ends, the quarterly report fills the fields that the statement lacks or leaves blank.
CREATE TEMP TABLE ca_datapoint AS
  SELECT
    code,
    month,
    s.net_payment AS amount_net_payment,
    s.current_distributions AS amount_current_distributions,
    s.current_advance AS amount_current_advance,
    if(is_quarter_end(month), q.county_pool_amount, 0) AS amount_countywide_pool,
    if(is_quarter_end(month), q.county_pool_percent, 0) AS percent_countywide_pool_percentage,
    if(is_quarter_end(month), q.state_pool_amount, 0) AS amount_statewide_pool,
    if(is_quarter_end(month), q.state_pool_percent, 0) AS percent_statewide_pool_percentage,
    if(is_quarter_end(month), q.county_share_amount, 0) AS amount_county_share,
    if(is_quarter_end(month), coalesce(s.net_prior_allocations, q.prior_advance), 0) AS amount_net_prior_allocations,
    if(is_quarter_end(month), coalesce(s.administrative_cost, q.administrative_cost), 0) AS amount_administrative_cost,
    if(is_quarter_end(month), s.other_adjustments, 0) AS amount_other_adjustments
  FROM statement s LEFT JOIN quarterly q USING (code, month);

CREATE TABLE ca_allocation AS
  FROM derived_amounts('ca_datapoint') JOIN derived_percentages('ca_datapoint') USING (code, month);

-- Texas: one datapoint per row of a payment detail.
CREATE TEMP TABLE tx_datapoint AS
  SELECT
    code,
    month,
    net_payment AS amount_net_payment,
    prior_collection AS amount_prior_collection,
    current_collections AS amount_current_collections,
    future_collections AS amount_future_collections,
    audit_collections AS amount_audit_collections,
    single_local_rate_collections AS amount_single_local_rate_collections,
    unidentified_collections AS amount_unidentified_collections,
    service_fee AS amount_service_fee,
    current_retained AS amount_current_retained,
    prior_retained AS amount_prior_retained
  FROM payment;

CREATE TABLE tx_allocation AS FROM derived_amounts('tx_datapoint');
