import { slugOf } from '../../domain/jurisdiction.ts';
import { type Column, type Layout, monthColumn, nameColumn, type ReportKind } from './report-kind.ts';

/** A layout of the described kind. By default it holds for all months, ignores no column and knows no notes. */
export type LayoutDescription = Pick<Layout, 'name' | 'headers' | 'signs'> &
  Partial<Pick<Layout, 'since' | 'until' | 'ignored' | 'notes'>>;

type Usual = 'printedName' | 'period' | 'labels' | 'layouts' | 'checkRow';

/** A kind with defaults: a name as text, a month as period, no labels, no check of a single row. */
export type KindDescription<FigureName extends string, LabelName extends string> = Omit<
  ReportKind<FigureName, LabelName>,
  Usual
> &
  Partial<Pick<ReportKind<FigureName, LabelName>, Exclude<Usual, 'layouts'>>> & {
    layouts: readonly LayoutDescription[];
  };

/** A column of names that codes are made of: a name needs a letter or digit that a code can have. */
export function codedNameColumn(): Column<string> {
  const { read, expects, ...column } = nameColumn();
  return {
    ...column,
    read: (text) => {
      const name = read(text);
      return name && slugOf(name) === '' ? undefined : name;
    },
    expects: `${expects} from A to Z or 0 to 9`,
  };
}

export function defineKind<FigureName extends string, LabelName extends string = never>(
  given: KindDescription<FigureName, LabelName>,
): ReportKind<FigureName, LabelName> {
  return {
    printedName: nameColumn(),
    period: monthColumn(),
    labels: {} as Record<LabelName, Column<string>>,
    checkRow: () => [],
    ...given,
    layouts: given.layouts.map((layout) => ({
      kind: given.name,
      since: null,
      until: null,
      ignored: [],
      notes: [],
      ...layout,
    })),
  };
}
