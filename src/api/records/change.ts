import * as z from 'zod';
import { UNIT_SCALES } from '../../domain/allocation.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { firstDay } from '../../domain/month.ts';
import { STATE_CODES, unitOf } from '../../states/index.ts';
import { CHANGES, type ListedChange } from '../../store/query/changes/change.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';

const figure = z.number().nullable();
/** One change in the answers of the service. */
export const changeRecord = z
  .object({
    change: z.enum(CHANGES).meta({
      description:
        'new_month: a month of a state that had no records. new_figure: figures that were missing in a month that was there, counted by field. ended_jurisdiction: no record in the newest month. held_report: a report that waits for a review now',
    }),
    state: z.enum(STATE_CODES),
    allocation_period: z
      .string()
      .nullable()
      .meta({
        format: 'date',
        description:
          'The month. The first one of a new jurisdiction, the last one of an ended jurisdiction or a report',
        examples: ['2024-05-01'],
      }),
    jurisdiction: z
      .object({
        id: z.int(),
        name: z
          .string()
          .nullable()
          .meta({ description: 'null if the jurisdiction is no longer in the dataset' }),
        type: z.enum(JURISDICTION_TYPES).nullable(),
        county: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'null if the change is about several jurisdictions, or about a report' }),
    field: z
      .string()
      .nullable()
      .meta({ description: 'The field of the figures', examples: ['net_payment'] }),
    before: figure.meta({ description: 'The figure in that version, in the unit of the field' }),
    after: figure.meta({
      description: 'The figure now, in the unit of the field. For an ended jurisdiction, its last figure',
    }),
    total: figure.meta({
      description:
        'The sum of the field over the new records or figures. null for percentages and single figures',
    }),
    jurisdictions: z
      .int()
      .nullable()
      .meta({ description: 'The number of new records or figures. null for single ones' }),
    report: z
      .object({
        sha256: z.string(),
        file_name: z.string(),
        kind: z.string(),
        received_at: z.string().meta({ format: 'date-time' }),
      })
      .nullable()
      .meta({ description: 'The report of the change. null if there are several, or none' }),
    reason: z.string().nullable().meta({ description: 'Why a report is held or was withdrawn' }),
    at: z.string().meta({
      format: 'date-time',
      description: 'When the newest run that changed it finished; when a report was held or withdrawn',
    }),
  })
  .meta({ id: 'Change' });

/** Writes a change with amounts in dollars. */
export function toChangeRecord(
  listed: ListedChange,
  jurisdictions: ReadonlyMap<number, StoredJurisdiction>,
): z.output<typeof changeRecord> {
  const { change: name, state, month, jurisdictionId: id, field, report, reason, at } = listed;
  const unit = field === null ? undefined : unitOf(state, field);
  const shown = (value: number | null) => (value === null || !unit ? null : value / UNIT_SCALES[unit]);
  const stored = id === null ? undefined : jurisdictions.get(id);
  return {
    change: name,
    state,
    allocation_period: month && firstDay(month),
    jurisdiction:
      id === null
        ? null
        : { id, name: stored?.name ?? null, type: stored?.type ?? null, county: stored?.county ?? null },
    field,
    before: shown(listed.before),
    after: shown(listed.after),
    total: shown(listed.total),
    jurisdictions: listed.jurisdictions,
    report,
    reason,
    at,
  };
}
