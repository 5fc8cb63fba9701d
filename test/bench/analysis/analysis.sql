-- The analysis and the comparison of one state, from the tables place (code, type, county) and datapoint (code, month,
-- value). A January has the month number 0 in its year.

-- A quotient rounded half away from zero, in millionths.
CREATE MACRO millionths(numerator, denominator) AS (
  sign(numerator) * ((2000000::HUGEINT * abs(numerator) + denominator) // (2::HUGEINT * denominator))
)::BIGINT;

CREATE MACRO change(before, present) AS
  CASE
    WHEN before <> 0 THEN millionths((present - before)::HUGEINT, abs(before)::HUGEINT)
    WHEN present = 0 AND before = 0 THEN 0
  END;

CREATE MACRO share(part, whole) AS
  CASE WHEN whole > 0 THEN millionths(part::HUGEINT, whole::HUGEINT) END;

-- The first month of the year of a month.
CREATE MACRO year_begin(month, start) AS month - (month + 13 - start) % 12;

-- Every sum of every datapoint, by window functions. A sum to date needs as many figures as there are months since the
-- year or the series began. In the first year of a series that may have begun before the dataset, it is unknown.
CREATE TABLE sums AS
  WITH
    begun AS (
      SELECT *, min(month) OVER (PARTITION BY code) AS first_month FROM datapoint
    ),
    placed AS (
      SELECT
        *,
        first_month - 1 IN (SELECT month FROM datapoint) AS begins_here,
        year_begin(month, 1) AS calendar_begin,
        year_begin(month, getvariable('fiscal_start')) AS fiscal_begin
      FROM begun
    )
  SELECT
    code,
    month,
    first_month,
    value,
    CASE WHEN (begins_here OR calendar_begin >= first_month)
        AND count(value) OVER calendar = month - greatest(calendar_begin, first_month) + 1
      THEN sum(value) OVER calendar END::BIGINT AS year_to_date,
    CASE WHEN (begins_here OR fiscal_begin >= first_month)
        AND count(value) OVER fiscal = month - greatest(fiscal_begin, first_month) + 1
      THEN sum(value) OVER fiscal END::BIGINT AS fiscal_year_to_date,
    CASE WHEN count(value) OVER twelve = 12 THEN sum(value) OVER twelve END::BIGINT AS rolling_year,
    CASE WHEN count(value) OVER three = 3 AND getvariable('has_quarters') AND month % 3 = 1
      THEN sum(value) OVER three END::BIGINT AS quarter_total
  FROM placed
  WINDOW
    calendar AS (PARTITION BY code, calendar_begin ORDER BY month),
    fiscal AS (PARTITION BY code, fiscal_begin ORDER BY month),
    twelve AS (PARTITION BY code ORDER BY month RANGE BETWEEN 11 PRECEDING AND CURRENT ROW),
    three AS (PARTITION BY code ORDER BY month RANGE BETWEEN 2 PRECEDING AND CURRENT ROW);

CREATE TABLE ranked AS
  SELECT
    code,
    month,
    type,
    value,
    share(value, sum(value) OVER (PARTITION BY type, month)) AS share_of_state,
    CASE WHEN county IS NOT NULL
      THEN share(value, sum(value) OVER (PARTITION BY type, county, month)) END AS share_of_county,
    CASE WHEN value IS NOT NULL
      THEN rank() OVER (PARTITION BY type, month ORDER BY value DESC NULLS LAST) END AS rank,
    count(value) OVER (PARTITION BY type, month) AS ranked
  FROM datapoint JOIN place USING (code);

CREATE MACRO analysis() AS TABLE
  SELECT
    code,
    month,
    present.value, past.value AS year_ago, change(past.value, present.value) AS change,
    present.year_to_date, past.year_to_date AS year_to_date_ago,
    change(past.year_to_date, present.year_to_date) AS year_to_date_change,
    present.fiscal_year_to_date, past.fiscal_year_to_date AS fiscal_year_to_date_ago,
    change(past.fiscal_year_to_date, present.fiscal_year_to_date) AS fiscal_year_to_date_change,
    present.rolling_year, past.rolling_year AS rolling_year_ago,
    change(past.rolling_year, present.rolling_year) AS rolling_year_change,
    CASE WHEN type IS NOT NULL THEN share_of_county END AS share_of_county,
    CASE WHEN type IS NOT NULL THEN share_of_state END AS share_of_state,
    CASE WHEN type IS NOT NULL THEN rank END AS rank,
    CASE WHEN type IS NOT NULL THEN ranked END AS ranked,
    present.quarter_total,
    CASE WHEN getvariable('has_quarters') AND month % 3 = 1 THEN past.quarter_total END AS quarter_total_ago,
    change(past.quarter_total, present.quarter_total) AS quarter_total_change
  FROM sums AS present
  JOIN ranked USING (code, month)
  LEFT JOIN sums AS past ON past.code = present.code AND past.month = present.month - 12;

-- One row for each jurisdiction of a comparison, whether it has a datapoint in the month or not.
CREATE MACRO compared(asked) AS TABLE
  WITH span AS (
    SELECT
      code,
      min(month) AS first_month,
      max(month) AS last_month,
      count(*) FILTER (month BETWEEN asked - 24 AND asked) AS near
    FROM datapoint GROUP BY code
  )
  SELECT
    code,
    place.type,
    place.county,
    span.first_month,
    present.value IS NULL AND last_month >= asked - 12 AS is_missing,
    present.value, past.value AS year_ago,
    present.year_to_date, past.year_to_date AS year_to_date_ago,
    present.fiscal_year_to_date, past.fiscal_year_to_date AS fiscal_year_to_date_ago,
    present.rolling_year, past.rolling_year AS rolling_year_ago
  FROM span
  JOIN place USING (code)
  LEFT JOIN sums AS present ON present.code = span.code AND present.month = asked
  LEFT JOIN sums AS past ON past.code = span.code AND past.month = asked - 12
  WHERE near > 0;

CREATE MACRO jurisdictions_compared(asked) AS TABLE
  SELECT
    code AS name,
    CASE WHEN value IS NOT NULL THEN rank() OVER (ORDER BY value DESC NULLS LAST) END AS rank,
    1 AS members,
    is_missing::INTEGER AS missing,
    value, year_ago, change(year_ago, value) AS change,
    year_to_date, year_to_date_ago, change(year_to_date_ago, year_to_date) AS year_to_date_change,
    fiscal_year_to_date, fiscal_year_to_date_ago,
    change(fiscal_year_to_date_ago, fiscal_year_to_date) AS fiscal_year_to_date_change,
    rolling_year, rolling_year_ago, change(rolling_year_ago, rolling_year) AS rolling_year_change
  FROM compared(asked);

-- Whether a member has only one of two figures, though it is not new.
CREATE MACRO is_half(before, present, began, needed) AS
  (present IS NULL AND before IS NOT NULL) OR (present IS NOT NULL AND before IS NULL AND began <= needed);

-- Groups by the column `label`. A sum is unknown if its year began before the dataset.
CREATE MACRO groups_compared(asked, label) AS TABLE
  WITH
    bounds AS (SELECT min(month) AS begin FROM datapoint),
    added AS (
      SELECT
        CASE label WHEN 'county' THEN county WHEN 'type' THEN type ELSE 'state' END AS name,
        count(*) AS members,
        count(*) FILTER (is_missing) AS missing,
        sum(value)::BIGINT AS value,
        sum(year_ago)::BIGINT AS year_ago,
        if(year_begin(asked, 1) >= any_value(begin), sum(year_to_date), NULL)::BIGINT AS ytd,
        if(year_begin(asked - 12, 1) >= any_value(begin), sum(year_to_date_ago), NULL)::BIGINT AS ytd_ago,
        if(year_begin(asked, getvariable('fiscal_start')) >= any_value(begin), sum(fiscal_year_to_date), NULL)::BIGINT AS fytd,
        if(year_begin(asked - 12, getvariable('fiscal_start')) >= any_value(begin), sum(fiscal_year_to_date_ago), NULL)::BIGINT AS fytd_ago,
        sum(rolling_year)::BIGINT AS rolling,
        sum(rolling_year_ago)::BIGINT AS rolling_ago,
        bool_or(is_half(year_ago, value, first_month, asked - 12)) AS half,
        bool_or(is_half(year_to_date_ago, year_to_date, first_month, asked - 12)) AS ytd_half,
        bool_or(is_half(fiscal_year_to_date_ago, fiscal_year_to_date, first_month, asked - 12)) AS fytd_half,
        bool_or(is_half(rolling_year_ago, rolling_year, first_month, asked - 23)) AS rolling_half
      FROM compared(asked), bounds GROUP BY ALL
    )
  SELECT
    coalesce(name, 'unknown') AS name,
    CASE WHEN value IS NOT NULL THEN rank() OVER (ORDER BY value DESC NULLS LAST) END AS rank,
    members, missing,
    value, year_ago, CASE WHEN missing = 0 AND NOT half THEN change(year_ago, value) END AS change,
    ytd, ytd_ago, CASE WHEN missing = 0 AND NOT ytd_half THEN change(ytd_ago, ytd) END AS ytd_change,
    fytd, fytd_ago, CASE WHEN missing = 0 AND NOT fytd_half THEN change(fytd_ago, fytd) END AS fytd_change,
    rolling, rolling_ago,
    CASE WHEN missing = 0 AND NOT rolling_half THEN change(rolling_ago, rolling) END AS rolling_change
  FROM added;
