-- How reports print codes, months and figures.

-- An amount in cents: 1234.5, 1,234.56, $1,234.56, (1,234.56), 1,234.56-, -1,234.56; NULL if it is missing.
-- Most are plain numbers.
CREATE MACRO cents(printed) AS (
  100 * coalesce(
    TRY_CAST(printed AS DECIMAL(18, 2)),
    CASE WHEN trim(printed) NOT IN ('', '-', '.', 'N/A', 'n/a') THEN
      translate(printed, ' $,()-', '')::DECIMAL(18, 2)
        * if(contains(printed, '(') OR contains(printed, '-'), -1, 1)
    END
  )
)::BIGINT;

-- Amounts taken away are positive: the sign of most figures of the report means "taken away". If both signs are equally
-- frequent, amounts stay as printed. Zeros and blanks do not count.
CREATE MACRO taken_away(amount, report) AS
  amount * if(sum(sign(amount)) OVER (PARTITION BY report) < 0, -1, 1);

-- A percentage in millionths of a percent: 12.5% or 12.5; NULL if it is missing.
CREATE MACRO micropercent(printed) AS (
  1000000 * CASE WHEN trim(printed) NOT IN ('', '-', '.', 'N/A', 'n/a') THEN
    translate(printed, ' %', '')::DECIMAL(18, 6)
  END
)::BIGINT;

-- The number of a month, printed like 10/01/2022, 2022-10-01 or Oct-22; January of year 0 is 0.
CREATE MACRO month_number(printed) AS (
  datediff('month', DATE '2000-01-01', strptime(trim(printed), ['%m/%d/%Y', '%Y-%m-%d', '%b-%y'])::DATE) + 24000
)::INTEGER;

-- The month that settles a quarter of sales, printed like 3Q-23: two months after the quarter ends.
CREATE MACRO settlement_number(printed) AS
  (2000 + trim(printed)[4:5]::INTEGER) * 12 + trim(printed)[1]::INTEGER * 3 + 1;

-- Whether a row has figures: headers, notes, blank rows and totals have no code.
CREATE MACRO is_code(printed) AS
  TRY_CAST(printed AS INTEGER) IS NOT NULL OR regexp_full_match(trim(printed), '(00)?[0-9][0-9A-Za-z]{2}|(00)?[A-Za-z]([0-9][0-9A-Za-z]|[A-Za-z][0-9])');

-- A California code: five digits, or three digits or capital letters for a district.
CREATE MACRO california_code(printed) AS CASE
  WHEN TRY_CAST(printed AS INTEGER) IS NULL THEN upper(right(trim(printed), 3))
  ELSE lpad(printed::INTEGER::VARCHAR, if(printed::INTEGER < 1000, 3, 5), '0')
END;
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
      'period': 'VARCHAR', 'code': 'VARCHAR', 'name': 'VARCHAR', 'type': 'VARCHAR',
      'current_distributions': 'VARCHAR', 'current_advance': 'VARCHAR', 'net_prior_allocations': 'VARCHAR',
      'administrative_cost': 'VARCHAR', 'other_adjustments': 'VARCHAR', 'net_payment': 'VARCHAR'
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
      'quarter': 'VARCHAR', 'code': 'VARCHAR', 'name': 'VARCHAR', 'month_1': 'VARCHAR', 'month_2': 'VARCHAR',
      'month_3': 'VARCHAR', 'gross': 'VARCHAR', 'county_pool_percent': 'VARCHAR',
      'county_pool_amount': 'VARCHAR', 'state_pool_percent': 'VARCHAR', 'state_pool_amount': 'VARCHAR',
      'county_share_percent': 'VARCHAR', 'jurisdiction_share_percent': 'VARCHAR',
      'adjusted_gross': 'VARCHAR', 'county_share_amount': 'VARCHAR', 'jurisdiction_share_amount': 'VARCHAR',
      'local_tax': 'VARCHAR', 'prior_advance': 'VARCHAR', 'administrative_cost': 'VARCHAR',
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
      'code': 'VARCHAR', 'name': 'VARCHAR', 'period': 'VARCHAR', 'allocation_date': 'VARCHAR',
      'total_collections': 'VARCHAR', 'prior_collection': 'VARCHAR', 'current_collections': 'VARCHAR',
      'future_collections': 'VARCHAR', 'audit_collections': 'VARCHAR', 'unidentified_collections': 'VARCHAR',
      'single_local_rate_collections': 'VARCHAR', 'service_fee': 'VARCHAR', 'current_retained': 'VARCHAR',
      'prior_retained': 'VARCHAR', 'net_payment': 'VARCHAR'
    },
    header = false, delim = ',', quote = '"', escape = '"',
    null_padding = true, filename = true, auto_detect = false
  )
  WHERE is_code(code);

CREATE TEMP TABLE payment AS FROM counting_rows('printed_payment');
-- Deltas, trends and year-to-date figures of every series in a table of datapoints: one row per code and month, with
-- figures in columns named amount_… and percent_….

-- A quotient rounded half away from zero; the denominator is positive.
CREATE MACRO quotient(numerator, denominator) AS
  sign(numerator) * ((2 * abs(numerator) + denominator) // (2 * denominator));

-- The change between two figures, in millionths of the first.
CREATE MACRO change(before, now) AS
  CASE
    WHEN before <> 0 THEN quotient((now - before) * 1000000, abs(before))
    WHEN now = 0 THEN if(before = 0, 0, NULL)
  END;

-- A January has the number 0. February, May, August and November settle quarters.
CREATE MACRO is_quarter_end(month) AS month % 3 = 1;

-- Each datapoint with the number of months that its year to date needs: since January, or since the first month of its
-- series. NULL in the first year of a series that starts with the dataset, unless that month is a January: earlier
-- payments are unknown.
CREATE MACRO placed(datapoints) AS TABLE
  WITH spanned AS (
    SELECT
      *,
      month // 12 AS calendar_year,
      min(month) OVER (PARTITION BY code) AS first_month
    FROM query_table(datapoints)
  )
  SELECT
    * EXCLUDE (first_month),
    CASE WHEN NOT (first_month % 12 <> 0 AND calendar_year = first_month // 12
        AND first_month - 1 NOT IN (SELECT month FROM query_table(datapoints)))
      THEN month - greatest(first_month, calendar_year * 12) + 1
    END AS months_of_year
  FROM spanned;

CREATE MACRO derived_amounts(datapoints) AS TABLE
  SELECT
    code,
    month,
    COLUMNS('^amount_(.*)') AS '\1',
    change(first_value(COLUMNS('^amount_(.*)')) OVER year_before, COLUMNS('^amount_(.*)')) AS 'delta_\1',
    CASE WHEN count(COLUMNS('^amount_(.*)')) OVER twelve_months = 12
      THEN quotient(sum(COLUMNS('^amount_(.*)')) OVER twelve_months::BIGINT, 12)
    END AS 'trend_\1',
    CASE WHEN count(COLUMNS('^amount_(.*)')) OVER year_to_date = months_of_year
      THEN sum(COLUMNS('^amount_(.*)')) OVER year_to_date::BIGINT
    END AS 'ytd_\1'
  FROM placed(datapoints)
  WINDOW
    year_before AS (PARTITION BY code ORDER BY month RANGE BETWEEN 12 PRECEDING AND 12 PRECEDING),
    twelve_months AS (PARTITION BY code ORDER BY month RANGE BETWEEN 11 PRECEDING AND CURRENT ROW),
    year_to_date AS (PARTITION BY code, calendar_year ORDER BY month);

-- Percentages are averaged over quarter ends. The windows have other names than above, because one query uses both
-- macros.
CREATE MACRO derived_percentages(datapoints) AS TABLE
  WITH counted AS (
    SELECT
      *,
      count(*) OVER last_twelve_months = 12 AS has_twelve_months,
      count(*) OVER year_so_far = months_of_year AS has_year,
      count(*) FILTER (is_quarter_end(month)) OVER last_twelve_months AS quarters_of_twelve_months,
      count(*) FILTER (is_quarter_end(month)) OVER year_so_far AS quarters_of_year
    FROM placed(datapoints)
    WINDOW
      last_twelve_months AS (PARTITION BY code ORDER BY month RANGE BETWEEN 11 PRECEDING AND CURRENT ROW),
      year_so_far AS (PARTITION BY code, calendar_year ORDER BY month)
  )
  SELECT
    code,
    month,
    COLUMNS('^percent_(.*)') AS '\1',
    change(first_value(COLUMNS('^percent_(.*)')) OVER a_year_before, COLUMNS('^percent_(.*)')) AS 'delta_\1',
    CASE
      WHEN has_twelve_months
        AND count(COLUMNS('^percent_(.*)')) FILTER (is_quarter_end(month)) OVER last_twelve_months
          = quarters_of_twelve_months
      THEN quotient(
        (sum(COLUMNS('^percent_(.*)')) FILTER (is_quarter_end(month)) OVER last_twelve_months)::BIGINT,
        quarters_of_twelve_months
      )
    END AS 'trend_\1',
    CASE
      WHEN has_year AND quarters_of_year = 0 THEN 0
      WHEN has_year
        AND count(COLUMNS('^percent_(.*)')) FILTER (is_quarter_end(month)) OVER year_so_far = quarters_of_year
      THEN quotient(
        (sum(COLUMNS('^percent_(.*)')) FILTER (is_quarter_end(month)) OVER year_so_far)::BIGINT,
        quarters_of_year
      )
    END AS 'ytd_\1'
  FROM counted
  WINDOW
    a_year_before AS (PARTITION BY code ORDER BY month RANGE BETWEEN 12 PRECEDING AND 12 PRECEDING),
    last_twelve_months AS (PARTITION BY code ORDER BY month RANGE BETWEEN 11 PRECEDING AND CURRENT ROW),
    year_so_far AS (PARTITION BY code, calendar_year ORDER BY month);
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
    prior_retained AS amount_prior_retained,
    round((current_collections + coalesce(single_local_rate_collections, 0)) * 0.98)::BIGINT AS amount_underlying_payment
  FROM payment;

CREATE TABLE tx_allocation AS FROM derived_amounts('tx_datapoint');
