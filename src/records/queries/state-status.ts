import { usualSchedule } from '../../store/query/completeness.ts';
import { readStatus } from '../../store/query/dataset-status.ts';
import { heldRecord } from '../descriptions/held-report.ts';
import { stateRecord } from '../descriptions/state-status.ts';
import { jsonWriter } from '../json-record.ts';
import { findAmong, listOf } from '../list.ts';

/** What is loaded of each state. `meta` has what is missing, the held reports and the latest runs. */
export const stateStatuses = listOf(stateRecord, {
  find: ({ dataset }, asked, window, { schedule = usualSchedule() } = {}) => {
    const { states, held, ...rest } = readStatus(dataset, schedule);
    return {
      ...findAmong(stateRecord, states, asked, window),
      meta: { ...rest, held: held.map(jsonWriter(heldRecord.members)) },
    };
  },
});
