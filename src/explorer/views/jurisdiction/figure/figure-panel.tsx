import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Sources, StateOverview } from '../../../../client/generated/types.gen.ts';
import { linkTo } from '../../../address/address.ts';
import { leavePanel, parametersNamed } from '../../../address/navigation.ts';
import { figureOf, PAYMENT } from '../../../figures.ts';
import { areMissing, describeDoubts } from '../../../parts/change.tsx';
import { Loaded, withOther } from '../../../parts/loaded.tsx';
import { filterOf, type PlaceOrGroup } from '../../../selection.ts';
import { type FieldOverview, questionAbout, sourcesQuestion } from '../../../service/questions.ts';
import { useAnswer } from '../../../service/use-answer.ts';
import { FigureTable } from '../../../table/figure-table.tsx';
import { ShareMenu } from '../../../table/offers.tsx';
import { MISSING, showFigure, showTime } from '../../../words/figures.ts';
import { longMonth } from '../../../words/months.ts';
import { headKind } from '../../../words/report-kinds.ts';
import { countedMonth, forSales } from '../../../words/sales.ts';
import { ChangeOfFigure } from '../comparison-cards.tsx';
import { type FigureOfPlace, figureLink, monthsOfSum, yearBefore } from '../figure-links.ts';
import { MONTH_COLUMN, monthOf, valueColumn } from '../month-columns.tsx';
import { recordIn } from '../series.tsx';
import { MonthHistory, type MonthHistoryProps } from './month-history.tsx';

/** Where one figure comes from, and how it changed. It has an address of its own, so it can be shared. */
export function FigurePanel({ place, state, series, figure }: FigureOfPlace & { state: StateOverview }) {
  const { month, comparison } = figure;
  const { field } = series;
  const isSum = comparison !== PAYMENT;
  const isOfSales = series.basis === 'sales';
  const sumName = isSum ? `${comparison.name.replace(' to date', '').toLowerCase()} to ` : '';
  return (
    <Panel title={`${place.name}, ${sumName}${longMonth(month)}`} onClose={leavePanel}>
      <p class="hint">
        {[field.label, isSum && isOfSales ? 'by month of sale' : forSales(month, series.lag)]
          .filter(Boolean)
          .join(isSum && !isOfSales ? ', the last payment ' : ', ')}
      </p>
      <ComparedLines {...{ place, series, figure }} />
      {field.isConverted && <p class="hint">The reports have dollars as they were paid.</p>}
      {isSum ? (
        <SumMonths {...{ place, series, figure }} />
      ) : typeof place.id === 'number' ? (
        <Origins {...{ place, month, state }} field={field.paid} id={place.id} />
      ) : (
        <GroupOrigins {...{ place, series, figure }} />
      )}
    </Panel>
  );
}

/** A figure, its change, and the figure of a year before. */
function ComparedLines({ place, series, figure }: FigureOfPlace) {
  const { month, comparison } = figure;
  const { unit } = series.field;
  const found = figureOf(recordIn(series, month), comparison);
  return (
    <>
      <p class="large" data-figure={`${comparison.of}_value`}>
        {showFigure(found?.value ?? null, unit)}
      </p>
      <ChangeOfFigure {...{ place, series, figure }} />
      {found && (
        <p class="hint">
          Year before{' '}
          <span data-figure={`${comparison.of}_ago`}>
            {found.ago === null ? (
              MISSING
            ) : (
              <a href={figureLink(yearBefore(month), comparison)}>{showFigure(found.ago, unit)}</a>
            )}
          </span>
        </p>
      )}
    </>
  );
}

/** The months behind a sum; each leads to its own reports. */
function SumMonths({ place, series, figure }: FigureOfPlace) {
  const { unit } = series.field;
  // per head, months of several years may have several populations
  const of = unit === 'percent' ? 'mean of these' : unit === 'per_head' ? 'same of its' : 'sum of these';
  const what = `The ${of} months`;
  return (
    <section>
      <h3>{what}</h3>
      <FigureTable
        caption={`${what}, newest first`}
        columns={[...monthOf(series, MONTH_COLUMN.value), { ...valueColumn(series), isExpected: () => true }]}
        rows={monthsOfSum(series, figure)}
        keyOf={(each) => each.month}
        fileName={`${place.slug}-${figure.comparison.id}-to-${figure.month.slice(0, 7)}`}
      />
      <p class="hint onward">Choose a figure to see its report, row and hash.</p>
    </section>
  );
}

/** A figure of a group is the sum of its places: they have the reports. */
function GroupOrigins({ place, series, figure: { month } }: FigureOfPlace) {
  const { missing = 0, doubtful = 0 } = recordIn(series, month)?.payment ?? {};
  const path = `/rankings/${place.state}/${countedMonth(series, month).slice(0, 7)}`;
  return (
    <section>
      <h3>Where it comes from</h3>
      <p>
        It is the sum of all places of the group in this month.
        {missing > 0 && ` ${areMissing(missing)}.`}
        {doubtful > 0 && ` ${describeDoubts(doubtful)}.`}
      </p>
      <p class="onward">
        <a href={linkTo(path, { ...filterOf(place.id), ...parametersNamed('basis') })}>
          The payments of its places
        </a>
      </p>
    </section>
  );
}

/** Which parts made the payment of a month rise or fall, where it comes from, and its past: all at once. */
function Origins({ id, place, state, month, field }: OriginsProps) {
  const sources = useAnswer(sourcesQuestion(id, { allocation_period: month }));
  const isPayment = field.name === state.headline;
  const sentences = useAnswer(isPayment ? questionAbout(place, 'sentences', { through: month }) : null);
  const moved = sentences.value?.data.find(({ topic }) => topic === 'parts');
  return (
    <Loaded answer={withOther(sources, isPayment ? sentences : sources)}>
      {({ data: [found] }) => (
        <>
          {moved && <p>{moved.text}</p>}
          {found ? (
            <section>
              <h3>Where it comes from</h3>
              {found.corrected.includes(field.name) && (
                <p class="notice">The register of corrections replaces what the report printed.</p>
              )}
              {field.computed && <p>It is {field.computed}.</p>}
              {[...found.sources].sort(byGiving(field.name)).map((origin) => (
                <Origin key={origin.kind} origin={origin} field={field} />
              ))}
            </section>
          ) : (
            <p class="notice">No report gives a figure for {longMonth(month)}.</p>
          )}
          <MonthHistory {...{ id, state, month }} />
        </>
      )}
    </Loaded>
  );
}

interface OriginsProps extends MonthHistoryProps {
  place: PlaceOrGroup;
  field: FieldOverview;
}

type SourceRow = Sources['sources'][number];

/** The row that gives the field comes first. */
function byGiving(field: string) {
  return (a: SourceRow, b: SourceRow) => Number(b.fields.includes(field)) - Number(a.fields.includes(field));
}

function Origin({ origin, field }: { origin: SourceRow; field: FieldOverview }) {
  const { kind, report, sheet, row, lines, fields } = origin;
  const gives = fields.includes(field.name);
  return (
    <dl class={gives ? 'origin' : 'origin other'} data-kind={kind}>
      <Line name="Gives">
        {gives ? field.label : `other figures of the month, not ${field.label.toLowerCase()}`}
      </Line>
      <Line name="Report">{headKind(kind)}</Line>
      <Line name="File">{report.file_name}</Line>
      {sheet !== null && <Line name="Sheet">{sheet}</Line>}
      <Line name="Row">{String(row)}</Line>
      {lines && <Line name="Lines">{lines.map((line) => line.row).join(', ')}</Line>}
      <Line name="Received">{showTime(report.received_at)}</Line>
      {report.origin && (
        <Line name="From">
          {report.origin.invented ? (
            'An invented sample; no state published it'
          ) : (
            <DownloadAddress url={report.origin.url} />
          )}
        </Line>
      )}
      <Line name="SHA-256">
        <span class="code">{report.sha256}</span>
      </Line>
    </dl>
  );
}

/** A link, if a click opens a page and runs no script. */
function DownloadAddress({ url }: { url: string }) {
  if (!/^https?:/i.test(url)) return url;
  return (
    <a href={url} rel="noreferrer" target="_blank">
      {url}
    </a>
  );
}

function Line({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface PanelProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog at the edge of the view. It stays open while its content changes, and is then read from its title on. */
function Panel({ title, onClose, children }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  // at once: one that opens after it is drawn leaves the keys to the view behind it for a moment
  useLayoutEffect(() => {
    // a click beside the dialog closes it, as Escape does
    dialog.current?.setAttribute('closedby', 'any');
    dialog.current?.showModal();
  }, []);
  useLayoutEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    dialog.current?.scrollTo(0, 0);
    heading.current?.focus();
  }, [title]);
  return (
    <dialog ref={dialog} class="panel" aria-labelledby="panel-title" onClose={onClose}>
      <div class="panel-content">
        <button type="button" class="close" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <p class="onward">
          <ShareMenu />
        </p>
        <h2 ref={heading} id="panel-title" tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
