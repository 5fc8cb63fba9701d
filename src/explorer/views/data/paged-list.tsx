import { linkHere, parametersNamed, readParameter } from '../../address/navigation.ts';
import { Loaded } from '../../parts/loaded.tsx';
import type { Question } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { OfferList } from '../../table/save-list.tsx';
import { countOf } from '../../words/figures.ts';

/** How many rows a page of a list has. */
const ON_PAGE = 100;

interface PageLinksProps {
  meta: { current_page: number; last_page: number; from: number | null; to: number | null; total: number };
  /** What the list has: `change`. */
  noun: string;
}

interface PagedListProps<Row> {
  /** What the list is called in files and menus: `all changes`. */
  name: string;
  /** One of its rows: `change`. */
  noun: string;
  /** The address of the list, whose last part names its file. */
  path: string;
  /** The parameters of the address that choose its rows. */
  chosenBy: readonly string[];
  question(chosen: Readonly<Record<string, string | number | null>>): Question<{
    data: Row[];
    meta: PageLinksProps['meta'];
  }>;
  columns: readonly TableColumn<Row>[];
  keyOf(row: Row): string;
  /** What to say of an empty list. */
  none: string;
}

/** A list of the service as a table, page by page, with the whole list as a file. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { name, noun, path, chosenBy, question, columns, keyOf, none } = props;
  const parameters = parametersNamed(...chosenBy);
  const answer = useAnswer(question({ ...parameters, limit: ON_PAGE, page: readParameter('page') }));
  return (
    <Loaded answer={answer}>
      {({ data, meta }) =>
        meta.total === 0 ? (
          <p class="notice">{none}</p>
        ) : (
          <div class="records">
            <OfferList
              {...{ name, path, parameters }}
              total={meta.total}
              fileName={path.replace(/^.*\//, '')}
            />
            <FigureTable caption={name} columns={columns} rows={data} keyOf={keyOf} />
            <PageLinks meta={meta} noun={noun} />
          </div>
        )
      }
    </Loaded>
  );
}

/** Says which part of a long list is shown, with links to the parts before and after. Empty if the whole list is shown. */
function PageLinks({ meta: { current_page, last_page, from, to, total }, noun }: PageLinksProps) {
  if (last_page <= 1) return null;
  const link = (page: number) => linkHere({ page: page === 1 ? null : page });
  return (
    <nav class="pages" aria-label={`Pages of ${noun}s`}>
      {current_page > 1 && <a href={link(current_page - 1)}>Previous</a>}
      <span>
        {from ?? 0} to {to ?? 0} of {countOf(total, noun)}
      </span>
      {current_page < last_page && <a href={link(current_page + 1)}>Next</a>}
    </nav>
  );
}
