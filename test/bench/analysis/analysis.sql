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

-- One row for each jurisdiction of a comparison, whether it has a datapoint in the month or not. A jurisdiction has ended
-- with its last datapoint if the newest month is more than a year later.
CREATE MACRO compared(asked) AS TABLE
  WITH
    newest AS (SELECT max(month) AS newest_month FROM datapoint),
    near AS (
      SELECT code, min(month) AS first_month, max(month) AS last_month
      FROM datapoint GROUP BY code HAVING bool_or(month BETWEEN asked - 24 AND asked)
    ),
    span AS (
      SELECT *, if(last_month < newest_month - 12, last_month, 999999) AS end_of_life FROM near, newest
    )
  SELECT
    code,
    place.type,
    place.county,
    span.first_month,
    span.end_of_life,
    present.value IS NULL AND asked <= end_of_life AS is_missing,
    present.value, past.value AS year_ago,
    present.year_to_date, past.year_to_date AS year_to_date_ago,
    present.fiscal_year_to_date, past.fiscal_year_to_date AS fiscal_year_to_date_ago,
    present.rolling_year, past.rolling_year AS rolling_year_ago
  FROM span
  JOIN place USING (code)
  LEFT JOIN sums AS present ON present.code = span.code AND present.month = asked
  LEFT JOIN sums AS past ON past.code = span.code AND past.month = asked - 12;

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

-- The payments of each jurisdiction in the months from `begin` to `asked`, and in the same months a year before.
CREATE MACRO paid(asked, begin) AS TABLE
  SELECT
    code,
    sum(value) FILTER (month BETWEEN begin AND asked) AS now,
    sum(value) FILTER (month BETWEEN begin - 12 AND asked - 12) AS ago,
    count(value) FILTER (month BETWEEN begin AND asked) AS now_paid,
    count(value) FILTER (month BETWEEN begin - 12 AND asked - 12) AS ago_paid
  FROM datapoint GROUP BY code;

-- The sums of groups by the column `label`, over the months from `begin` to `asked`. A sum is unknown if its months began
-- before the dataset.
CREATE MACRO groups_over(asked, begin, label) AS TABLE
  WITH
    lived AS (
      SELECT
        *,
        CASE label WHEN 'county' THEN county WHEN 'type' THEN type ELSE 'state' END AS name,
        greatest(0, least(asked, end_of_life) - greatest(begin, first_month) + 1) - now_paid AS now_missing,
        greatest(0, least(asked - 12, end_of_life) - greatest(begin - 12, first_month) + 1) - ago_paid AS ago_missing,
        now_paid = asked - begin + 1 AND ago_paid = asked - begin + 1 AS alike
      FROM compared(asked) JOIN paid(asked, begin) USING (code)
    ),
    added AS (
      SELECT
        name,
        count(*) AS members,
        if(begin >= (SELECT min(month) FROM datapoint), sum(now), NULL)::BIGINT AS now,
        if(begin - 12 >= (SELECT min(month) FROM datapoint), sum(ago), NULL)::BIGINT AS ago,
        sum(now_missing)::BIGINT AS now_missing,
        sum(ago_missing)::BIGINT AS ago_missing,
        (sum(now) FILTER (alike))::BIGINT AS alike_now,
        (sum(ago) FILTER (alike))::BIGINT AS alike_ago,
        count(*) FILTER (NOT alike AND now_paid + now_missing + ago_paid + ago_missing > 0) AS left_out
      FROM lived GROUP BY name
    )
  SELECT
    coalesce(name, 'unknown') AS name, members,
    now, ago, change(alike_ago, alike_now) AS change,
    now_missing, ago_missing, now - ago AS difference, alike_now, alike_ago,
    CASE WHEN now IS NOT NULL AND ago IS NOT NULL THEN left_out END AS left_out
  FROM added;

-- Groups by the column `label`: the figures of the four spans, then what each sum has besides.
CREATE MACRO groups_compared(asked, label) AS TABLE
  SELECT
    name,
    CASE WHEN month.now IS NOT NULL THEN rank() OVER (ORDER BY month.now DESC NULLS LAST) END AS rank,
    month.members, month.now_missing,
    month.now, month.ago, month.change,
    calendar.now, calendar.ago, calendar.change,
    fiscal.now, fiscal.ago, fiscal.change,
    rolling.now, rolling.ago, rolling.change,
    month.ago_missing, month.difference, month.alike_now, month.alike_ago, month.left_out,
    COLUMNS(calendar.* EXCLUDE (name, members, now, ago, change)),
    COLUMNS(fiscal.* EXCLUDE (name, members, now, ago, change)),
    COLUMNS(rolling.* EXCLUDE (name, members, now, ago, change))
  FROM groups_over(asked, asked, label) AS month
  JOIN groups_over(asked, year_begin(asked, 1), label) AS calendar USING (name)
  JOIN groups_over(asked, year_begin(asked, getvariable('fiscal_start')), label) AS fiscal USING (name)
  JOIN groups_over(asked, asked - 11, label) AS rolling USING (name);
