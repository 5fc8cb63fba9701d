import type { ComponentChildren } from 'preact';
import type { ColumnType, Member, RecordColumn } from '../../records/description.ts';
import { reasonsIn } from '../../records/json-record.ts';
import type { Content } from '../words/figures.ts';
import { plainMeaning } from '../words/meanings.ts';

/** One column of a table, on the page and in its files. */
export interface TableColumn<Row> {
  /** Identifies it, and is its name in CSV: the name that the API has for it. */
  id: string;
  head: string;
  /** What it shows, which its head opens: sentences without the last full stop. */
  meaning?: string;
  /** A head over several columns that stand side by side. */
  group?: string;
  /** What it holds. Default: text. */
  content?: Content;
  value(row: Row): string | number | null;
  /** What the cell shows, if not the value itself: a link, a bar. `text` is the value as text. */
  show?(row: Row, text: string): ComponentChildren;
  /** What stands beside the value, also if there is none. */
  note?(row: Row): ComponentChildren;
  /** Whether a missing value is missing, and not merely undefined for the row. Default: it is not missing. */
  isExpected?(row: Row): boolean;
  /** Whether a change is doubtful, so that it has no color and its row is sorted last. */
  isDoubtful?(row: Row): boolean;
  /** What rows are sorted by, if not the value. */
  sortBy?(row: Row): number | null;
  /** Whether a row comes after the others, but before the doubtful ones. */
  isLate?(row: Row): boolean;
  /** Whether a figure above zero has a plus. */
  isSigned?: boolean;
  /** Shown only if the reader chooses it. Files have every column. */
  isHidden?: boolean;
  /** Shown beside the name of the row where there is little room, two at most. Default: the sorted or first figure. */
  isTelling?: boolean;
  /** Only for the page: a picture. */
  isOfPage?: boolean;
}

/** The contents of described columns; others are text. */
const CONTENTS: Readonly<Partial<Record<ColumnType, Content>>> = {
  ...{ amount: 'amount', figure: 'amount', percent: 'percent', ratio: 'change' },
  ...{ number: 'count', count: 'count', month: 'month', time: 'time' },
};

/** What a page adds to the columns of a description, by their flat names, in their order. */
export type ColumnAdditions<Row> = Readonly<Record<string, Partial<TableColumn<Row>>>>;

/** The named columns of a described record for the rows of its JSON, with what the page adds to them. */
export function describedColumns<Row>(
  members: readonly Member<never>[],
  named: ColumnAdditions<Row>,
): TableColumn<Row>[] {
  const known = new Map(
    members
      .flatMap((member) =>
        'group' in member
          ? member.columns.map((column) => columnOf<Row>(column, member.group))
          : [columnOf<Row>(member)],
      )
      .map((column) => [column.id, column]),
  );
  return Object.entries(named).map(([name, additions]) => {
    const column = known.get(name);
    if (!column) throw new Error(`the description has no column ${name}`);
    return { ...column, ...additions };
  });
}

function columnOf<Row>(
  { name, flatName, type, heading, meaning }: RecordColumn<never>,
  group?: string,
): TableColumn<Row> {
  return {
    id: flatName,
    head: heading,
    meaning: plainMeaning(meaning),
    content: CONTENTS[type] ?? 'text',
    value: (row) => {
      // rows are those of the description
      const value: unknown = Object(group === undefined ? row : Object(row)[group])[name];
      if (name === 'reasons' && Array.isArray(value)) return reasonsIn(value);
      return typeof value === 'string' || typeof value === 'number' ? value : null;
    },
  };
}

/** `Year to date: Change`. */
export function fullHeadOf<Row>({ head, group }: TableColumn<Row>): string {
  return group === undefined ? head : `${group}: ${head}`;
}
