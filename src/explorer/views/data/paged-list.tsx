import { parametersNamed, readParameter } from '../../address/navigation.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLinks } from '../../parts/page-links.tsx';
import type { Question } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { OfferList } from '../../table/save-list.tsx';

/** How many rows a page of a list has. */
const ON_PAGE = 100;

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
    meta: Parameters<typeof PageLinks>[0]['meta'];
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
