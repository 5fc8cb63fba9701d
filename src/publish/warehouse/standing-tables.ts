import { STATES } from '../../states/index.ts';
import { type PublishedColumn, TO_MILLIONTHS } from './published-column.ts';

/** A published table that is not made from the fields of a state. */
export interface StandingTable {
  name: string;
  /** A sentence without its full stop. */
  meaning: string;
  columns: readonly PublishedColumn[];
  /** The columns that identify a row. */
  key: readonly string[];
  /** The SQL text after the columns. */
  from: string;
}

type Described = readonly [
  name: string,
  content: PublishedColumn['content'],
  meaning: string,
  /** Default: the column of the same name. */
  sql?: string,
];

function tableOf(
  { key, ...table }: Omit<StandingTable, 'columns'>,
  required: readonly string[],
  columns: readonly Described[],
): StandingTable {
  return {
    ...table,
    key,
    columns: columns.map(([name, content, meaning, sql = name]) => ({
      name,
      content,
      meaning,
      sql,
      isRequired: required.includes(name),
    })),
  };
}

/** What one stored unit of a revised figure is in millionths. Fields of the same name can differ between states. */
const IN_MILLIONTHS = `CASE ${STATES.flatMap(({ code, fields }) =>
  fields.map(({ name, unit }) => `WHEN state = '${code}' AND field = '${name}' THEN ${TO_MILLIONTHS[unit]}`),
).join(' ')} END`;

const UNIT_OF_FIELD = `CASE ${STATES.flatMap(({ code, fields }) =>
  fields.map(({ name, unit }) => `WHEN state = '${code}' AND field = '${name}' THEN '${unit}'`),
).join(' ')} END`;

/** The standing tables: jurisdictions, reports and revisions. */
export const STANDING_TABLES: readonly StandingTable[] = [
  tableOf(
    {
      name: 'jurisdiction',
      meaning: 'One local taxing authority',
      key: ['id'],
      from: 'jurisdiction ORDER BY id',
    },
    ['id', 'state', 'sales_tax_id', 'name', 'slug'],
    [
      ['id', 'number', 'Never changes'],
      ['state', 'text', 'Two-letter code in lower case'],
      ['sales_tax_id', 'text', 'The code that the state gives. Text, because zeros at its start count'],
      ['name', 'text', 'The newest name'],
      ['slug', 'text', 'The name in a form for addresses'],
      ['type', 'text', 'city, county, transit or special_district. Null if unknown'],
      ['county', 'text', 'Its county, without the word County. Null if unknown'],
      [
        'sales_tax_rate',
        'ratio',
        'Sales tax rate from the registers or, in Texas, from comparison sheets. Null if unknown',
      ],
      ['printed_name', 'text', 'The name as the newest report prints it'],
    ],
  ),
  tableOf(
    { name: 'report', meaning: 'One accepted report file', key: ['sha256'], from: 'report ORDER BY id' },
    [
      'sha256',
      'state',
      'kind',
      'format',
      'file_name',
      'received_at',
      'first_month',
      'last_month',
      'row_count',
    ],
    [
      ['sha256', 'text', 'SHA-256 of its bytes'],
      ['state', 'text', 'Two-letter code in lower case', "substr(kind, 1, instr(kind, '/') - 1)"],
      ['kind', 'text', 'Report kind'],
      ['format', 'text', 'csv, json or xlsx'],
      ['file_name', 'text', 'Name of the file when it was received'],
      ['received_at', 'time', 'When it was received'],
      ['first_month', 'month', 'First allocation period in it'],
      ['last_month', 'month', 'Last allocation period in it'],
      ['row_count', 'number', 'Rows loaded from it'],
      ['withdrawn_at', 'time', 'When it was withdrawn. Null if it counts'],
      ['withdrawn_reason', 'text', 'Why it was withdrawn'],
      ['url', 'text', 'Where it was downloaded. Null if a person supplied it', "origin ->> '$.url'"],
      ['fetched_at', 'time', 'When it was downloaded', "origin ->> '$.fetched_at'"],
    ],
  ),
  tableOf(
    {
      name: 'revision',
      meaning: 'One figure that changed after its first publication',
      key: ['id'],
      from: `(SELECT revision.id, run.finished_at, revision.state, revision.jurisdiction_id, revision.allocation_period,
        revision.field, revision.before, revision.after, report.sha256 FROM revision JOIN run ON run.id = revision.run_id
        LEFT JOIN report ON report.id = revision.report_id) ORDER BY id`,
    },
    ['id', 'revised_at', 'state', 'jurisdiction_id', 'allocation_period', 'field'],
    [
      ['id', 'number', 'Number of the revision in this version'],
      ['revised_at', 'time', 'When the run that changed it ended', 'finished_at'],
      ['state', 'text', 'Two-letter code in lower case'],
      ['jurisdiction_id', 'number', 'The jurisdiction, which may be gone'],
      ['allocation_period', 'month', 'The month of the figure'],
      [
        'field',
        'text',
        'The field. derived: only derived figures moved. datapoint: the datapoint was removed',
      ],
      ['unit', 'text', 'Unit of before and after: amount or percent', UNIT_OF_FIELD],
      ['before', 'revised', 'The figure before', `before * ${IN_MILLIONTHS}`],
      ['after', 'revised', 'The figure after', `after * ${IN_MILLIONTHS}`],
      ['report_sha256', 'text', 'SHA-256 of the report that gives the figure now', 'sha256'],
    ],
  ),
];
