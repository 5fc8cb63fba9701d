import { column, describe, optionalPart } from '../../description.ts';

/** The commands that ran. Version 0.2.0 had `accept` and `reject`. */
const COMMANDS = [
  'ingest',
  'update',
  'backfill',
  'reprocess',
  'withdraw',
  'rebuild',
  'accept',
  'reject',
] as const;
const OUTCOMES = ['ok', 'partial', 'nothing-new'] as const;

/** What a run did to datapoints. */
const EFFECTS = {
  inserted: 'Datapoints that it added',
  updated: 'Datapoints whose values or source it changed',
  removed: 'Datapoints that it removed',
  revised: 'Datapoints with a published figure that it changed or removed',
} as const;

/** What a run did with its reports, by the status it gave them. */
const STATUSES = {
  loaded: 'Reports that it loaded',
  unchanged: 'Reports that had nothing new',
  refused: 'Reports with errors or doubts, which it did not load',
} as const;

/** An execution of the pipeline. */
export interface ListedRun {
  id: number;
  command: string;
  started_at: string;
  finished_at: string;
  outcome: string;
  version: string | null;
  program_version: string;
  /** The number of reports by status, in the order of the reports; `null` once the dataset forgot what the run did. */
  reports: Readonly<Record<string, number>> | null;
  datapoints: Readonly<Record<keyof typeof EFFECTS, number>> | null;
}

export const runRecord = describe<ListedRun>()({
  name: 'runs',
  one: 'run',
  address: '/api/runs',
  tag: 'dataset',
  title: 'List the runs that changed the dataset, newest first',
  notes: 'A run that changed nothing makes no version, and is not in the list.',
  filters: {
    all: { kind: 'choice', choices: ['true'], meaning: 'Also runs that changed nothing', isForCommand: true },
  },
  members: [
    column('id', 'number', 'Run', 'Later runs have higher ids'),
    column('command', 'choice', 'Command', 'The command that ran', { choices: COMMANDS, filter: 'value' }),
    column('started_at', 'time', 'Started', 'When it started'),
    column('finished_at', 'time', 'Finished', 'When it finished'),
    column('outcome', 'choice', 'Outcome', 'How it ended. partial: some reports were refused', {
      choices: OUTCOMES,
      filter: 'value',
    }),
    column(
      'version',
      'text?',
      'Version',
      'The version of the dataset that it made. null if it changed nothing',
    ),
    column('program_version', 'text', 'Program', 'The version of the program that ran'),
    optionalPart(
      'reports',
      'What it did with its reports. null once the details of the run are deleted',
      ({ reports }) => reports,
      Object.entries(STATUSES).map(([name, meaning]) =>
        column(name, 'count', `Reports ${name}`, meaning, {
          read: (counts: Readonly<Record<string, number>>) => counts[name] ?? 0,
        }),
      ),
    ),
    optionalPart(
      'datapoints',
      'What it did with datapoints. null once the details of the run are deleted',
      ({ datapoints }) => datapoints,
      (['inserted', 'updated', 'removed', 'revised'] as const).map((name) =>
        column<Readonly<Record<keyof typeof EFFECTS, number>>>(
          name,
          'count',
          `Datapoints ${name}`,
          EFFECTS[name],
        ),
      ),
    ),
  ],
  shown: [
    'id',
    'command',
    'finished_at',
    'outcome',
    'reports_loaded',
    'reports_refused',
    'datapoints_inserted',
    'datapoints_updated',
    'datapoints_removed',
  ],
  examples: ['', '--all --outcome partial'],
});
