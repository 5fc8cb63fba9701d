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
