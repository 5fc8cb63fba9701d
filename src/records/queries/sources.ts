import { salesDate } from '../../domain/allocation.ts';
import { monthOfDate } from '../../domain/month.ts';
import { stateOf } from '../../states/index.ts';
import { readGivenFields, readSources } from '../../store/query/sources.ts';
import { sourceRecord } from '../descriptions/source.ts';
import { foundRows, listOf } from '../list.ts';

/** The sources of the figures of a jurisdiction, newest month first. */
export const sources = listOf(sourceRecord, {
  find: ({ dataset, jurisdictions, version }, { id: [id = 0], allocation_period: asked }, window) => {
    const jurisdiction = jurisdictions.get(id);
    if (!jurisdiction) throw new Error(`no jurisdiction ${id}`);
    const state = stateOf(jurisdiction.state);
    const month = asked?.from ? monthOfDate(asked.from) : null;
    const given = readGivenFields(dataset, state, jurisdiction);
    const months = readSources(dataset, state, id, { from: month, to: month }).map(
      ({ period, corrected, sources }) => ({
        allocation_period: period,
        sales_period: salesDate(period, state.calendar),
        sources: sources.map((row) => ({ ...row, fields: given.get(period)?.get(row.kind) ?? [] })),
        corrected,
      }),
    );
    return { ...foundRows(months.reverse(), window), note: `Dataset version: ${version}` };
  },
});
