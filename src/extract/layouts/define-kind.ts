import { type Column, type Layout, monthColumn, nameColumn, type ReportKind } from './report-kind.ts';

/** A layout of the kind that is described; left out, it is in force for all months and leaves no column unread. */
export type LayoutDescription = Pick<Layout, 'name' | 'headers' | 'signs'> &
  Partial<Pick<Layout, 'since' | 'until' | 'ignored'>>;

type Usual = 'printedName' | 'period' | 'labels' | 'layouts' | 'checkRow' | 'usualSums';

/** A kind without what is usual: a name as text, a month as period, no labels, nothing to check in a single row. */
export type KindDescription<FigureName extends string, LabelName extends string> = Omit<
  ReportKind<FigureName, LabelName>,
  Usual
> &
  Partial<Pick<ReportKind<FigureName, LabelName>, Exclude<Usual, 'layouts'>>> & {
    layouts: readonly LayoutDescription[];
  };

/** Completes the description of a kind. */
export function defineKind<FigureName extends string, LabelName extends string = never>(
  given: KindDescription<FigureName, LabelName>,
): ReportKind<FigureName, LabelName> {
  return {
    printedName: nameColumn(),
    period: monthColumn(),
    labels: {} as Record<LabelName, Column<string>>,
    checkRow: () => [],
    usualSums: [],
    ...given,
    layouts: given.layouts.map((layout) => ({
      kind: given.name,
      since: null,
      until: null,
      ignored: [],
      ...layout,
    })),
  };
}
