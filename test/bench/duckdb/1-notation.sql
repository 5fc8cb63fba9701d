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
