import type { FastifyInstance } from 'fastify';
import { analyzeSeries } from '../../../src/derive/analysis.ts';
import { fiscalYearToDateStart, UNIT_SCALES } from '../../../src/domain/allocation.ts';
import { stateOf, unitOf } from '../../../src/states/index.ts';
import { AllocationOverview } from '../../../src/store/allocation-overview.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { listJurisdictions } from '../../../src/store/query/jurisdictions.ts';
import { readFigures } from '../../../src/store/query/series.ts';

export function addStub(app: FastifyInstance, database: string): void {
  const dataset = openForReading(database);
  app.addHook('onClose', async () => void dataset.close());
  const all = listJurisdictions(dataset);
  const analyze = (id: number, field?: string, start?: number) => {
    const j = all.find((x) => x.id === id);
    if (!j) throw new Error('none');
    const state = stateOf(j.state);
    const name = field ?? state.headline;
    const unit = unitOf(state.code, name) ?? 'amount';
    const fiscalYearStart = start ?? fiscalYearToDateStart(state.calendar);
    const s = (v: number | null) => (v === null ? null : v / UNIT_SCALES[unit]);
    const c = (v: number | null) => (v === null ? null : v / 1e6);
    const months = analyzeSeries(readFigures(dataset, state, id, name), {
      unit,
      calendar: state.calendar,
      fiscalYearStart,
      stateMonths: new AllocationOverview(dataset, state).months(),
    });
    return {
      field: name,
      fiscal_year_start: fiscalYearStart,
      data: months.reverse().map((m) => ({
        allocation_period: `${m.month}-01`,
        value: s(m.payment.value),
        year_ago: s(m.payment.yearAgo),
        change: c(m.payment.change),
        rolling_year: s(m.rollingYear.value),
        rolling_year_ago: s(m.rollingYear.yearAgo),
        rolling_year_change: c(m.rollingYear.change),
        year_to_date: s(m.yearToDate.value),
        year_to_date_ago: s(m.yearToDate.yearAgo),
        year_to_date_change: c(m.yearToDate.change),
        fiscal_year: m.fiscalYear,
        fiscal_year_to_date: s(m.fiscalYearToDate.value),
        fiscal_year_to_date_ago: s(m.fiscalYearToDate.yearAgo),
        fiscal_year_to_date_change: c(m.fiscalYearToDate.change),
        share_of_county: null,
        share_of_state: null,
        rank: null,
        ranked: null,
        quarter_total: s(m.quarter?.value ?? null),
        quarter_total_ago: s(m.quarter?.yearAgo ?? null),
        quarter_total_change: c(m.quarter?.change ?? null),
      })),
    };
  };
  const page = (data: unknown[], meta = {}) => ({
    data,
    links: { first: '', last: '', prev: null, next: null },
    meta: {
      current_page: 1,
      from: 1,
      last_page: 1,
      per_page: 1000,
      to: data.length,
      total: data.length,
      ...meta,
    },
  });
  app.get<{ Params: { id: string }; Querystring: { field?: string; fiscal_year_start?: string } }>(
    '/api/jurisdictions/:id/analysis',
    async (r, reply) => {
      reply.header('dataset-version', 'stub');
      const { data, ...meta } = analyze(
        Number(r.params.id),
        r.query.field,
        r.query.fiscal_year_start ? Number(r.query.fiscal_year_start) : undefined,
      );
      return page(data, meta);
    },
  );
  app.get<{ Params: { state: string }; Querystring: { type?: string; sort?: string; limit?: string } }>(
    '/api/:state/sales-tax/comparison',
    async (r) => {
      const { type, sort = '-value', limit = '2000' } = r.query;
      const key = sort.replace('-', '');
      const lines = all
        .filter((j) => j.state === r.params.state && (!type || j.type === type))
        .map((j) => {
          const {
            data: [newest],
          } = analyze(j.id);
          return {
            rank: 1,
            jurisdiction: { id: j.id, name: j.name, type: j.type, county: j.county },
            group: null,
            members: 1,
            missing: 0,
            ...newest,
          } as Record<string, unknown>;
        });
      lines.sort((a, b) => (Number(a[key]) - Number(b[key])) * (sort.startsWith('-') ? -1 : 1));
      return page(lines.slice(0, Number(limit)));
    },
  );
}
