import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Sources, StateOverview } from '../../../client/generated/types.gen.ts';
import { capitalized } from '../../../domain/text/wording.ts';
import { linkTo } from '../../address/address.ts';
import { leavePanel, parametersNamed } from '../../address/navigation.ts';
import { figureOf, PAYMENT } from '../../figures.ts';
import { describeDoubts } from '../../parts/change.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { type FieldOverview, questionAbout, sourcesQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { ShareMenu } from '../../table/offers.tsx';
import { countOf, nameKind, showFigure, showTime } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { spanOfMonth } from '../../words/periods.ts';
import { countedMonth, forSales } from '../../words/sales.ts';
import { ChangeOfFigure } from './comparison-cards.tsx';
import { type FigureOfPlace, figureLink, monthsOfSum, yearBefore } from './figure-links.ts';
import { MONTH_COLUMN, monthOf, valueColumn } from './month-columns.tsx';
import { type Note, useNotes } from './notes.tsx';
import { recordIn, type ViewedPlace } from './series.tsx';

/** Where one figure comes from, and how it changed. It has an address of its own, so it can be shared. */
export function FigurePanel({ place, state, series, figure }: FigureOfPlace & { state: StateOverview }) {
  const { month, comparison } = figure;
  const { field } = series;
  const isSum = comparison !== PAYMENT;
  const ofSum = series.basis === 'sales' ? 'by month of sale' : '';
  const counted = isSum ? ofSum : forSales(month, series.lag);
  const sumName = isSum ? `${comparison.name.replace(' to date', '').toLowerCase()} to ` : '';
  const { value = null, ago = null } = figureOf(recordIn(series, month), comparison) ?? {};
  const before = showFigure(ago, field.unit);
  return (
    <Panel
      title={`${place.name}, ${sumName}${longMonth(isSum ? countedMonth(series, month) : month)}`}
      onClose={leavePanel}
    >
      <p class="hint">{[field.label, counted].filter(Boolean).join(', ')}</p>
      <p class="large" data-figure={`${comparison.of}_value`}>
        {showFigure(value, field.unit)}
      </p>
      <ChangeOfFigure {...{ place, series, figure }} />
      <p class="hint">
        Year before{' '}
        <span data-figure={`${comparison.of}_ago`}>
          {ago === null ? before : <a href={figureLink(yearBefore(month), comparison)}>{before}</a>}
        </span>
      </p>
      {field.isConverted && <p class="hint">The reports have dollars as they were paid.</p>}
      {isSum ? (
        <SumMonths {...{ place, series, figure }} />
      ) : typeof place.id === 'number' ? (
        <Origins {...{ place, month, state }} field={field.paid} />
      ) : (
        <GroupOrigins {...{ place, series, figure }} />
      )}
    </Panel>
  );
}

/** The months behind a sum; each leads to its own reports. */
function SumMonths({ place, series, figure }: FigureOfPlace) {
  return (
    <section>
      <h3>Its months</h3>
      <FigureTable
        caption="Its months, newest first"
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
        {missing > 0 && ` It lacks ${countOf(missing, 'payment')}.`}
        {doubtful > 0 && ` ${describeDoubts(doubtful)}.`}
      </p>
      <p class="onward">
        <a href={linkTo(path, { type: place.type, county: place.county, ...parametersNamed('basis') })}>
          The payments of its places
        </a>
      </p>
    </section>
  );
}

type OriginsProps = Pick<ViewedPlace, 'place' | 'state'> & { month: MonthDate; field: FieldOverview };

/** Which parts made the payment of a month rise or fall, where it comes from, and its past: all at once. */
function Origins({ place, state, month, field }: OriginsProps) {
  // the row that gives the field comes first
  const givesIn = ({ fields }: SourceRow) => Number(fields.includes(field.name));
  const id = Number(place.id);
  const sources = useAnswer(sourcesQuestion(id, month));
  const isPayment = field.name === state.headline;
  const sentences = useAnswer(
    isPayment ? questionAbout(place, 'sentences', { through: spanOfMonth(month) }) : null,
  );
  const moved = sentences.value?.data.find(({ topic }) => topic === 'parts');
  const { notes, answer } = useNotes(id, state, ({ allocation_period }) => allocation_period === month);
  const listOf = (kind: Note['kind'], none: string) => {
    const texts = notes.filter((note) => note.kind === kind).map(({ text }) => text);
    return texts.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    );
  };
  return (
    <Loaded answer={withOther(withOther(sources, answer), isPayment ? sentences : sources)}>
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
              {[...found.sources]
                .sort((a, b) => givesIn(b) - givesIn(a))
                .map((origin) => (
                  <Origin key={origin.kind} origin={origin} field={field} />
                ))}
            </section>
          ) : (
            <p class="notice">No report gives a figure for {longMonth(month)}.</p>
          )}
          <section>
            <h3>How it changed</h3>
            {listOf('restated', 'No figure of this month changed since it was loaded first.')}
            <h3>What the checks found</h3>
            {listOf('finding', 'The checks found nothing unusual in this month.')}
          </section>
        </>
      )}
    </Loaded>
  );
}

type SourceRow = Sources['sources'][number];

function Origin({ origin, field }: { origin: SourceRow; field: FieldOverview }) {
  const { kind, report, sheet, row, lines, fields } = origin;
  const gives = fields.includes(field.name);
  const all: readonly (readonly [string, ComponentChildren])[] = [
    ['Gives', gives ? field.label : `other figures of the month, not ${field.label.toLowerCase()}`],
    ['Report', capitalized(nameKind(kind))],
    ['File', report.file_name],
    ['Sheet', sheet],
    // a place may be on several
    ['Row', lines && lines.length > 1 ? lines.map((line) => line.row).join(', ') : String(row)],
    ['Received', showTime(report.received_at)],
    ['From', report.origin && downloadedFrom(report.origin)],
    ['SHA-256', <span class="code">{report.sha256}</span>],
  ];
  return (
    <dl class={gives ? 'origin' : 'origin other'} data-kind={kind}>
      {all.map(
        ([name, text]) =>
          text && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A link, if a click opens a page and runs no script. */
function downloadedFrom({ invented, url }: NonNullable<SourceRow['report']['origin']>) {
  if (invented) return 'An invented sample; no state published it';
  if (!/^https?:/i.test(url)) return url;
  return (
    <a href={url} rel="noreferrer" target="_blank">
      {url}
    </a>
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
  // at once: one that opens after it is drawn leaves the keys to the view behind it for a moment
  useLayoutEffect(() => {
    if (dialog.current?.open) {
      dialog.current.scrollTo(0, 0);
      heading.current?.focus();
      return;
    }
    // a click beside the dialog closes it, as Escape does
    dialog.current?.setAttribute('closedby', 'any');
    dialog.current?.showModal();
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
