-- The datapoints of California and Texas with all derived figures, from the CSV files under getvariable('reports').

-- An amount in cents: 1234.5, 1,234.56, $1,234.56, (1,234.56), 1,234.56-; NULL if it is missing.
CREATE MACRO cents(printed) AS (
  100 * coalesce(TRY_CAST(printed AS DECIMAL(18, 2)), CASE WHEN trim(printed) NOT IN ('', '-', '.', 'N/A', 'n/a') THEN
    translate(printed, ' $,()-', '')::DECIMAL(18, 2) * if(contains(printed, '(') OR contains(printed, '-'), -1, 1) END)
)::BIGINT;

-- Amounts taken away are positive: the sign of most figures of the report means "taken away".
CREATE MACRO taken(printed, report) AS
  cents(printed) * if(sum(sign(cents(printed))) OVER (PARTITION BY report) < 0, -1, 1);

-- A percentage in millionths of a percent: 12.5% or 12.5; NULL if it is missing.
CREATE MACRO micropercent(printed) AS
  (1000000 * CASE WHEN trim(printed) NOT IN ('', '-', '.', 'N/A', 'n/a') THEN
    translate(printed, ' %', '')::DECIMAL(18, 6) END)::BIGINT;

-- The number of a month, printed like 10/01/2022, 2022-10-01 or Oct-22. A quarter like 3Q-23 is settled two months after it ends.
CREATE MACRO month_number(printed) AS (
  CASE WHEN contains(printed, 'Q') THEN (2000 + trim(printed)[4:5]::INTEGER) * 12 + trim(printed)[1]::INTEGER * 3 + 1
  ELSE datediff('month', DATE '2000-01-01', strptime(trim(printed), ['%m/%d/%Y', '%Y-%m-%d', '%b-%y'])::DATE) + 24000 END
)::INTEGER;

-- Five digits, or three digits or letters for a district; seven digits in Texas.
CREATE MACRO full_code(printed) AS CASE
  WHEN TRY_CAST(printed AS INTEGER) IS NULL THEN upper(right(trim(printed), 3))
  ELSE lpad(printed::INTEGER::VARCHAR, CASE WHEN printed::INTEGER < 1000 THEN 3 WHEN printed::INTEGER < 100000 THEN 5 ELSE 7 END, '0')
END;

-- The typed rows of the files of a name that count. Their columns are named by what they hold: amount_, taken_, percent_.
-- Of several rows of a place and month, that of the report with the later last month counts, then of the report received
-- later (in a folder "later"), then of the higher hash. Headers, notes and totals have no code.
CREATE MACRO counting_rows(pattern, columns) AS TABLE
  WITH
    printed AS (
      SELECT *, NULL AS taken_nothing, NULL AS percent_nothing
      FROM read_csv(getvariable('reports') || '/**/' || pattern, names = columns, all_varchar = true, header = false,
        delim = ',', quote = '"', escape = '"', null_padding = true, filename = true, strict_mode = false)
      WHERE regexp_full_match(trim(code), '[0-9]+|(00)?[0-9A-Za-z]{3}') AND trim(period) SIMILAR TO '.*[0-9].*'
    ),
    report AS (
      SELECT filename, contains(filename, '/later/') AS is_later, sha256(content) AS sha256
      FROM read_blob(getvariable('reports') || '/**/' || pattern)
    ),
    typed AS (
      SELECT filename, full_code(code) AS code, month_number(period) AS month,
        cents(COLUMNS('^(amount_.*)')) AS '\1',
        taken(COLUMNS('^taken_(.*)'), filename) AS 'amount_\1',
        micropercent(COLUMNS('^(percent_.*)')) AS '\1'
      FROM printed
    ),
    ends AS (SELECT filename, max(month) AS last_month FROM typed GROUP BY filename)
  SELECT * EXCLUDE (amount_nothing, percent_nothing, filename, is_later, sha256, last_month)
  FROM typed JOIN report USING (filename) JOIN ends USING (filename)
  QUALIFY 1 = row_number() OVER (PARTITION BY code, month ORDER BY last_month DESC, is_later DESC, sha256 DESC);

CREATE TEMP TABLE statement AS FROM counting_rows('statements-*.csv', [
  'period', 'code', 'name', 'type', 'amount_current_distributions', 'amount_current_advance',
  'taken_net_prior_allocations', 'taken_administrative_cost', 'amount_other_adjustments', 'amount_net_payment']);
CREATE TEMP TABLE quarterly AS FROM counting_rows('quarterly-allocations-*.csv', [
  'period', 'code', 'name', 'month_1', 'month_2', 'month_3', 'gross', 'percent_countywide_pool_percentage',
  'amount_countywide_pool', 'percent_statewide_pool_percentage', 'amount_statewide_pool', 'county_share_percent',
  'jurisdiction_share_percent', 'adjusted_gross', 'taken_county_share', 'jurisdiction_share_amount', 'local_tax',
  'taken_prior_advance', 'taken_quarterly_cost', 'total']);
CREATE TEMP TABLE payment AS FROM counting_rows('payment-detail-*.csv', [
  'code', 'name', 'period', 'allocation_date', 'total', 'amount_prior_collection', 'amount_current_collections',
  'amount_future_collections', 'amount_audit_collections', 'amount_unidentified_collections',
  'amount_single_local_rate_collections', 'amount_service_fee', 'amount_current_retained', 'amount_prior_retained',
  'amount_net_payment']);

-- A January has the number 0. February, May, August and November settle quarters.
CREATE MACRO is_quarter_end(month) AS month % 3 = 1;

-- One datapoint for each row of a statement. Quarter-end fields are 0 in months that settle no quarter. Otherwise the
-- quarterly report fills the fields that the statement lacks or leaves blank.
CREATE TABLE ca_datapoint AS
  SELECT code, month, amount_net_payment, amount_current_distributions, amount_current_advance,
    if(is_quarter_end(month), COLUMNS('^(.*_(?:countywide|statewide)_pool.*|amount_county_share)$'), 0) AS '\1',
    if(is_quarter_end(month), coalesce(amount_net_prior_allocations, amount_prior_advance), 0) AS amount_net_prior_allocations,
    if(is_quarter_end(month), coalesce(amount_administrative_cost, amount_quarterly_cost), 0) AS amount_administrative_cost,
    if(is_quarter_end(month), amount_other_adjustments, 0) AS amount_other_adjustments
  FROM statement LEFT JOIN quarterly USING (code, month);

CREATE TABLE tx_datapoint AS
  SELECT *, 0 AS percent_nothing,
    round((amount_current_collections + coalesce(amount_single_local_rate_collections, 0)) * 0.98)::BIGINT AS amount_underlying_payment
  FROM payment;

-- A quotient rounded half away from zero; the denominator is positive.
CREATE MACRO quotient(numerator, denominator) AS
  sign(numerator) * ((2 * abs(numerator) + denominator) // (2 * denominator));

-- The change between two figures, in millionths of the first.
CREATE MACRO change(before, now) AS CASE
  WHEN before <> 0 THEN quotient((now - before) * 1000000, abs(before))
  WHEN now = 0 THEN if(before = 0, 0, NULL)
END;

-- Each datapoint with the number of months that its year to date needs: since January, or since the first month of its
-- series. NULL in the first year of a series that starts with the dataset, unless that month is a January.
CREATE MACRO placed(datapoints) AS TABLE
  SELECT * EXCLUDE (first_month), CASE
    WHEN first_month % 12 = 0 OR year > first_month // 12 OR first_month - 1 IN (SELECT month FROM query_table(datapoints))
    THEN month - greatest(first_month, year * 12) + 1 END AS months_of_year
  FROM (SELECT *, month // 12 AS year, min(month) OVER (PARTITION BY code) AS first_month FROM query_table(datapoints));

-- Trends are means, and years to date sums: of all months for amounts, and means of quarter ends for percentages.
CREATE MACRO derived(datapoints) AS TABLE
  SELECT code, month, COLUMNS('^(?:amount|percent)_(.*)') AS '\1',
    change(first_value(COLUMNS('^(?:amount|percent)_(.*)')) OVER year_before, COLUMNS('^(?:amount|percent)_(.*)')) AS 'delta_\1',
    CASE WHEN count(COLUMNS('^amount_(.*)')) OVER twelve_months = 12
      THEN quotient(sum(COLUMNS('^amount_(.*)')) OVER twelve_months::BIGINT, 12) END AS 'trend_\1',
    CASE WHEN count(COLUMNS('^amount_(.*)')) OVER year_to_date = months_of_year
      THEN sum(COLUMNS('^amount_(.*)')) OVER year_to_date::BIGINT END AS 'ytd_\1',
    CASE WHEN count(*) OVER twelve_months = 12
        AND count(COLUMNS('^percent_(.*)')) FILTER (is_quarter_end(month)) OVER twelve_months = 4
      THEN quotient((sum(COLUMNS('^percent_(.*)')) FILTER (is_quarter_end(month)) OVER twelve_months)::BIGINT, 4) END AS 'trend_\1',
    CASE WHEN count(*) OVER year_to_date <> months_of_year OR months_of_year IS NULL THEN NULL
      WHEN count(*) FILTER (is_quarter_end(month)) OVER year_to_date = 0 THEN 0
      WHEN count(COLUMNS('^percent_(.*)')) FILTER (is_quarter_end(month)) OVER year_to_date
        = count(*) FILTER (is_quarter_end(month)) OVER year_to_date
      THEN quotient((sum(COLUMNS('^percent_(.*)')) FILTER (is_quarter_end(month)) OVER year_to_date)::BIGINT,
        count(*) FILTER (is_quarter_end(month)) OVER year_to_date) END AS 'ytd_\1'
  FROM placed(datapoints)
  WINDOW
    year_before AS (PARTITION BY code ORDER BY month RANGE BETWEEN 12 PRECEDING AND 12 PRECEDING),
    twelve_months AS (PARTITION BY code ORDER BY month RANGE BETWEEN 11 PRECEDING AND CURRENT ROW),
    year_to_date AS (PARTITION BY code, year ORDER BY month);

CREATE TABLE ca_allocation AS FROM derived('ca_datapoint');
CREATE TABLE tx_allocation AS FROM derived('tx_datapoint');

-- The payment, its calendar and fiscal years to date and its rolling year, each with that of the year before, if it has as
-- many months, and the change in millionths. Months are those of the sale if `lag` is their distance to the payment.
CREATE MACRO sums(datapoints, lag, fiscal_year_start) AS TABLE
  WITH
    paid AS (SELECT code, month - lag AS month, amount_net_payment AS paid FROM query_table(datapoints)),
    life AS (
      SELECT code, min(month) AS first, min(month) - 1 IN (SELECT month FROM paid) AS begins FROM paid GROUP BY code
    ),
    span AS (
      SELECT code, month, part, since
      FROM paid, LATERAL (VALUES
        ('payment', month), ('yearToDate', month - month % 12), ('rollingYear', month - 11),
        ('fiscalYearToDate', month - (month + 13 - fiscal_year_start) % 12)) AS parts (part, since)
    ),
    summed AS (
      SELECT code, span.month, part,
        CASE WHEN count(paid.paid) = span.month - if(part LIKE '%ToDate', greatest(since, first), since) + 1
            AND (part NOT LIKE '%ToDate' OR begins OR first <= since)
          THEN sum(paid.paid)::DOUBLE END AS value,
        span.month - greatest(since, first) AS months
      FROM span JOIN life USING (code) JOIN paid USING (code)
      WHERE paid.month BETWEEN since AND span.month
      GROUP BY code, span.month, part, since, first, begins
    )
  SELECT now.code, now.month, now.part, now.value, ago.value AS ago,
    CASE WHEN ago.value > 0 THEN round(1e6 * (now.value / ago.value - 1)) END AS change
  FROM summed AS now LEFT JOIN summed AS ago
    ON ago.code = now.code AND ago.part = now.part AND ago.month = now.month - 12 AND ago.months = now.months;
