-- The typed rows of the reports under the folder getvariable('reports'), and which of them count.

-- Reports in folders named "later" arrived in a later run than all others.
CREATE TABLE report AS
  SELECT filename, contains(filename, '/later/') AS is_later, sha256(content) AS sha256
  FROM read_blob(getvariable('reports') || '/**/*.csv');

-- If several reports have a row of the same jurisdiction and month, the report whose last month is later wins. With the
-- same last month, the report received later wins. Within one run, the higher SHA-256 wins.
CREATE MACRO counting_rows(printed) AS TABLE
  WITH
    ends AS (
      SELECT filename, max(month) AS last_month FROM query_table(printed) GROUP BY filename
    ),
    ranked AS (
      SELECT filename, row_number() OVER (ORDER BY last_month, is_later, sha256) AS rank
      FROM ends JOIN report USING (filename)
    )
  SELECT * EXCLUDE (filename, rank)
  FROM query_table(printed) JOIN ranked USING (filename)
  QUALIFY rank = max(rank) OVER (PARTITION BY code, month);

CREATE TEMP TABLE printed_statement AS
  SELECT
    filename,
    california_code(code) AS code,
    month_number(period) AS month,
    cents(current_distributions) AS current_distributions,
    cents(current_advance) AS current_advance,
    taken_away(cents(net_prior_allocations), filename) AS net_prior_allocations,
    taken_away(cents(administrative_cost), filename) AS administrative_cost,
    cents(other_adjustments) AS other_adjustments,
    cents(net_payment) AS net_payment
  FROM read_csv(
    getvariable('reports') || '/**/statements-*.csv',
    columns = {
      'period': 'VARCHAR',
      'code': 'VARCHAR',
      'name': 'VARCHAR',
      'type': 'VARCHAR',
      'current_distributions': 'VARCHAR',
      'current_advance': 'VARCHAR',
      'net_prior_allocations': 'VARCHAR',
      'administrative_cost': 'VARCHAR',
      'other_adjustments': 'VARCHAR',
      'net_payment': 'VARCHAR'
    },
    header = false, delim = ',', quote = '"', escape = '"',
    null_padding = true, filename = true, auto_detect = false
  )
  WHERE is_code(code);

CREATE TEMP TABLE statement AS FROM counting_rows('printed_statement');

CREATE TEMP TABLE printed_quarterly AS
  SELECT
    filename,
    california_code(code) AS code,
    settlement_number(quarter) AS month,
    micropercent(county_pool_percent) AS county_pool_percent,
    cents(county_pool_amount) AS county_pool_amount,
    micropercent(state_pool_percent) AS state_pool_percent,
    cents(state_pool_amount) AS state_pool_amount,
    taken_away(cents(county_share_amount), filename) AS county_share_amount,
    taken_away(cents(prior_advance), filename) AS prior_advance,
    taken_away(cents(administrative_cost), filename) AS administrative_cost
  FROM read_csv(
    getvariable('reports') || '/**/quarterly-allocations-*.csv',
    columns = {
      'quarter': 'VARCHAR',
      'code': 'VARCHAR',
      'name': 'VARCHAR',
      'month_1': 'VARCHAR',
      'month_2': 'VARCHAR',
      'month_3': 'VARCHAR',
      'gross': 'VARCHAR',
      'county_pool_percent': 'VARCHAR',
      'county_pool_amount': 'VARCHAR',
      'state_pool_percent': 'VARCHAR',
      'state_pool_amount': 'VARCHAR',
      'county_share_percent': 'VARCHAR',
      'jurisdiction_share_percent': 'VARCHAR',
      'adjusted_gross': 'VARCHAR',
      'county_share_amount': 'VARCHAR',
      'jurisdiction_share_amount': 'VARCHAR',
      'local_tax': 'VARCHAR',
      'prior_advance': 'VARCHAR',
      'administrative_cost': 'VARCHAR',
      'total': 'VARCHAR'
    },
    header = false, delim = ',', quote = '"', escape = '"',
    null_padding = true, filename = true, auto_detect = false
  )
  WHERE is_code(code);

CREATE TEMP TABLE quarterly AS FROM counting_rows('printed_quarterly');

CREATE TEMP TABLE printed_payment AS
  SELECT
    filename,
    trim(code) AS code,
    month_number(period) AS month,
    cents(prior_collection) AS prior_collection,
    cents(current_collections) AS current_collections,
    cents(future_collections) AS future_collections,
    cents(audit_collections) AS audit_collections,
    cents(unidentified_collections) AS unidentified_collections,
    cents(single_local_rate_collections) AS single_local_rate_collections,
    cents(service_fee) AS service_fee,
    cents(current_retained) AS current_retained,
    cents(prior_retained) AS prior_retained,
    cents(net_payment) AS net_payment
  FROM read_csv(
    getvariable('reports') || '/**/payment-detail-*.csv',
    columns = {
      'code': 'VARCHAR',
      'name': 'VARCHAR',
      'period': 'VARCHAR',
      'allocation_date': 'VARCHAR',
      'total_collections': 'VARCHAR',
      'prior_collection': 'VARCHAR',
      'current_collections': 'VARCHAR',
      'future_collections': 'VARCHAR',
      'audit_collections': 'VARCHAR',
      'unidentified_collections': 'VARCHAR',
      'single_local_rate_collections': 'VARCHAR',
      'service_fee': 'VARCHAR',
      'current_retained': 'VARCHAR',
      'prior_retained': 'VARCHAR',
      'net_payment': 'VARCHAR'
    },
    header = false, delim = ',', quote = '"', escape = '"',
    null_padding = true, filename = true, auto_detect = false
  )
  WHERE is_code(code);

CREATE TEMP TABLE payment AS FROM counting_rows('printed_payment');
