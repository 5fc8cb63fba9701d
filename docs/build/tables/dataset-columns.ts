import { FORMAT_NAMES } from '../../../src/extract/formats/formats.ts';

type Columns = Readonly<Record<string, string>>;

/** What one row of a table is. */
export const TABLE_MEANINGS: Columns = {
  jurisdiction: 'One local taxing authority.',
  run: 'One run of the pipeline.',
  report: 'One accepted report.',
  finding: 'One observation about the data as it is now.',
  revision: 'One figure that changed after it was published.',
};

/** What the columns of the tables hold that are not made from the fields of a state. */
export const COLUMNS: Readonly<Record<string, Columns>> = {
  jurisdiction: {
    id: 'Stable forever: state FIPS code × 10,000,000 + the state’s code. Los Angeles, 19050, is 60019050. A code with letters counts as 1,000,000 + its value in base 36: A23 is 61013035. Illinois and North Carolina have no codes: see [their ids](#ids-of-states-without-codes).',
    state: 'Two-letter code in lower case.',
    sales_tax_id:
      'The code that the state gives. California: five digits for a city or county (`01010`), three digits or capital letters for a district (`023`, `A23`). Texas: seven digits. Illinois: the vendor number and the name (`390000010-abingdon`), or the name alone. North Carolina: the name (`burlington`, `alamance-county`).',
    name: 'The newest name, in title case if the state prints capitals. A register can correct the spelling.',
    slug: 'The name in a form for addresses.',
    type: '`city`, `county`, `transit` or `special_district`, from the report, the code or a register. Null if none of them tells.',
    sales_tax_rate:
      'The rate from the registers or from a comparison sheet, in millionths: 0.0775 is 77500. Null if unknown.',
    printed_name: 'The name as the newest report prints it.',
    printed_type: 'The type as the newest report prints it.',
    county:
      'The county, without "County". Of several counties, the first. Null if neither the code nor a report names it.',
    counties:
      'All counties that reports ever listed the jurisdiction in, separated by `; `. Those of the newest month are first: the one with the largest payment, then the others, equal ones in the order of their names. California has one.',
    dated_rates:
      'The rates that the register `dated-rates.csv` gives, oldest first, as JSON: the first month of sales with the rate, and the rate in millionths. Null if the register has none.',
    method_changes:
      'The months since which a county of the place divides its tax by another method, oldest first, as JSON: the month of payment, the county, and the method before and now. Null without any.',
  },
  run: {
    id: 'Number of the run in this file.',
    command: 'The command.',
    started_at: 'Start, UTC.',
    finished_at: 'End, UTC.',
    outcome: '`ok`, `partial` or `nothing-new`.',
    program_version: 'Version of the program.',
    summary: 'The summary of the run, as JSON.',
    dataset_version: 'Version of the dataset that the run made. Null if the run changed nothing.',
  },
  report: {
    id: 'Number of the report in this file.',
    sha256: 'Hash of its bytes. It identifies the report everywhere.',
    kind: 'Report kind, such as `tx/payment-detail`.',
    format: `${FORMAT_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    file_name: 'The name of the file as it was received.',
    received_at: 'Start of the run that received it, UTC.',
    first_month: 'First allocation period in it.',
    last_month: 'Last allocation period in it.',
    row_count:
      'Number of rows loaded. 0 if the report was withdrawn, -1 if no run has read it since an upgrade.',
    withdrawn_at: 'When the report was withdrawn. Null if it counts.',
    withdrawn_reason: 'Why the report was withdrawn.',
    accepted_at: 'When a person loaded the report in spite of its doubts. Null if nobody had to.',
    accepted_reason: 'Why the person loaded it.',
    origin:
      'Where it was downloaded from, as JSON: `url`, `fetched_at`, `status`, `etag`, `last_modified`, `bytes`. Null if a person put the file there.',
  },
  finding: {
    id: 'Number of the finding in this file.',
    run_id: 'The run that first found it.',
    scope: 'The subject: a `report`, a `series` or a `state`.',
    state: 'The state.',
    report_id: 'The report. Null if the finding is about a state.',
    jurisdiction_id: 'The jurisdiction, if it is about one or its row.',
    allocation_period: 'The month, if it is about one or its row.',
    severity: '`error`, `warning` or `info`.',
    code: 'See [Findings](findings.md).',
    facts:
      'Figures, names and counts of the finding, as JSON. Amounts are cents. The message is made from them.',
    sheet: 'Sheet in the report.',
    row: 'Row in the report.',
    column: 'Column in the report.',
  },
  revision: {
    id: 'Number of the revision in this file.',
    run_id: 'The run that changed the figure.',
    state: 'The state.',
    jurisdiction_id: 'The jurisdiction.',
    allocation_period: 'The month.',
    field:
      'The field that changed. `derived`: only deltas, trends or year to date moved. `datapoint`: the datapoint was removed.',
    before:
      'The figure before, in the unit of the field. For `datapoint`: the run that had added it, or null.',
    after: 'The figure after.',
    report_id: 'The report that gives the figure now. Null if the datapoint was removed.',
  },
};

/** What one row of a view is that is not of a state. */
export const VIEW_MEANINGS: Columns = {
  doubted_payment: 'One payment that the checks doubt, and one code of a finding that doubts it.',
};

/** The columns of views that are not fields of a state. */
export const VIEW_COLUMNS: Columns = {
  state: 'Two-letter code in lower case.',
  jurisdiction_id: 'Stable forever.',
  sales_tax_id:
    'The code that the state gives, as text with its leading zeros. In North Carolina and for some places of Illinois, it is made of the name.',
  name: 'The newest name.',
  type: '`city`, `county`, `transit` or `special_district`.',
  county: 'The county, without "County". Null if unknown.',
  allocation_period: 'The month of the payment.',
  revenue_period: 'The month in which the tax was reported.',
  sales_period: 'The month of the sale. Null if no source states it for the state.',
  quarter: 'Fiscal quarter of the sales period, 1 to 4.',
  payment: 'The payment: the headline figure of the state, under one name for all states.',
  code: 'The code of the finding.',
};

/** The columns that every state's datapoints have. */
export const ALLOCATION_COLUMNS: Columns = {
  jurisdiction_id: 'The jurisdiction.',
  allocation_period: 'The month in which the money was released to the locality.',
  revenue_period: 'The month in which the tax was reported: one month before, in Illinois two.',
  sales_period: 'The month of the sale: two months before, in Illinois three.',
  quarter:
    'Fiscal quarter of the sales period, 1 to 4. The fiscal year begins in July in California, Illinois and North Carolina, and in September in Texas: that is the fiscal year of the state itself. Sums to date begin in October there, as the fiscal year of most cities.',
  run_id: 'The run that last changed a figure, or the name, type, rate or counties of the jurisdiction.',
  first_run_id: 'The run that added the datapoint.',
};

/** The columns that the rows of every report kind have. */
export const ROW_COLUMNS: Columns = {
  listed:
    'Only in rows of comparison sheets: type, printed name and county in a form that two spellings share. `jurisdiction_id` is null until it means one jurisdiction.',
  jurisdiction_id: 'The jurisdiction.',
  allocation_period: 'The month. A quarterly row has the month that settles its quarter.',
  report_id: 'The report.',
  sheet: 'The sheet of a workbook.',
  row: 'The row, counted from 1 as a spreadsheet shows it. JSON records count from 1.',
  name: 'The name as printed.',
};
