import { type Facts, type Finding, finding } from '../../domain/findings/finding.ts';
import { slugOf, titleCase } from '../../domain/jurisdiction.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import type { Registers } from '../../registers/registers.ts';
import type { ComparisonSheetKind, State } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { ListedIds } from '../../store/write/listed-names.ts';
import type { SheetRows } from '../../store/write/sheet-rows.ts';
import type { StateStore } from '../../store/write/state-store.ts';

/** A finding names this many names, and counts the others. */
const NAMED = 50;

/** The jurisdictions that listed names mean, and a finding for each kind about the names without one. */
export interface ListedNames {
  ids: ListedIds;
  findings: Finding[];
}

/** What a listed name means. The best way to find it comes first: by the register, as printed, by its normalized text. */
interface Meaning {
  row: StoredRow;
  way: 'register' | 'printed' | 'normalized' | 'none';
  /** One if the meaning is known. */
  ids: readonly number[];
  /** The code of the register, if the dataset has no such jurisdiction. */
  unknownCode?: string;
}

interface NormalizedName {
  id: number;
  county: string | null;
  slugs: ReadonlySet<string>;
}

type Find = (row: StoredRow) => Meaning;

/** Finds the jurisdictions of all listed names of a state. `jurisdictions` have the names and types of the registers. */
export function findListedNames(
  { state, comparisonSheets }: StateStore,
  jurisdictions: readonly StoredJurisdiction[],
  registers: Pick<Registers, 'listedCode'>,
): ListedNames {
  const ids = new Map<ReportKindName, ReadonlyMap<string, number>>();
  const findings = comparisonSheets.flatMap((rows) => {
    const kind = rows.kind;
    const byCode = new Map(jurisdictions.map((one) => [one.sales_tax_id, one.id]));
    const find = findByName(kind, jurisdictions);
    const meanings = rows
      .newestOfNames()
      .map((row) => findInRegister(state, kind, row, byCode, registers) ?? find(row));
    const placed = meanings.filter((one) => one.ids.length === 1 && !isShared(rows, one, meanings));
    ids.set(kind.name, new Map(placed.map(({ row, ids: [id = 0] }) => [row.code, id])));
    const unplaced = meanings.filter((one) => !placed.includes(one));
    return unplacedNames(state, kind, unplaced, new Map(jurisdictions.map((one) => [one.id, one])));
  });
  return { ids, findings };
}

function findInRegister(
  state: State,
  kind: ComparisonSheetKind,
  row: StoredRow,
  byCode: ReadonlyMap<string, number>,
  registers: Pick<Registers, 'listedCode'>,
): Meaning | null {
  const { type } = kind.subjectOf(row);
  for (const listed of writtenForms(kind, row)) {
    const code = registers.listedCode(state, type, listed);
    if (code === null) continue;
    const id = byCode.get(code);
    return id === undefined
      ? { row, way: 'none', ids: [], unknownCode: code }
      : { row, way: 'register', ids: [id] };
  }
  return null;
}

/** Finds jurisdictions by type and normalized name. The county decides between several, then the printed name. */
function findByName(kind: ComparisonSheetKind, jurisdictions: readonly StoredJurisdiction[]): Find {
  const byName = new Map<string, NormalizedName[]>();
  for (const { id, type, printed_name, name } of jurisdictions) {
    if (!type || !kind.types.includes(type)) continue;
    const slugs = new Set([printed_name, name].map(slugOf));
    for (const known of [printed_name, name]) {
      const { place, county } = kind.placeOf(known, type);
      const others = (byName.get(`${type} ${place}`) ?? []).filter((one) => one.id !== id);
      byName.set(`${type} ${place}`, [...others, { id, county: countyKey(county), slugs }]);
    }
  }
  return (row) => {
    const { type, county, word } = kind.subjectOf(row);
    const asked = kind.placeOf(row.name, type);
    const inCounty = countyKey(asked.county ?? county);
    const named = byName.get(`${type} ${asked.place}`) ?? [];
    const same = named.filter((one) => one.county !== null && one.county === inCounty);
    const fitting = same.length > 0 ? same : named.filter((one) => one.county === null || inCounty === null);
    for (const slug of [`${row.name} ${word ?? ''}`, row.name].map(slugOf)) {
      const printed = fitting.filter(({ slugs }) => slugs.has(slug));
      if (printed.length > 0) return { row, way: 'printed', ids: printed.map(({ id }) => id) };
    }
    return { row, way: 'normalized', ids: fitting.map(({ id }) => id) };
  };
}

/** Counties compare without case, blanks and "County". */
function countyKey(county: string | null): string | null {
  if (county === null) return null;
  return slugOf(county)
    .replace(/-co(?:unty)?$/, '')
    .replaceAll('-', '');
}

const WAYS: readonly Meaning['way'][] = ['register', 'printed', 'normalized'];

/** Whether another name of one report and month means the same and was found as well or better. */
function isShared(rows: SheetRows, one: Meaning, all: readonly Meaning[]): boolean {
  if (one.way === 'register') return false;
  return all.some(
    (other) =>
      other !== one &&
      other.ids.length === 1 &&
      other.ids[0] === one.ids[0] &&
      WAYS.indexOf(other.way) <= WAYS.indexOf(one.way) &&
      // a city has a row in each of its counties
      !(slugOf(one.row.name) === slugOf(other.row.name) && rows.kind.subjectOf(other.row).county !== null) &&
      rows.areInOneReport(one.row.code, other.row.code),
  );
}

/**
 * How the register may write a name, the first one as findings show it. The county or the word for the type follows in
 * parentheses. A word that the name itself has may be left out.
 */
function writtenForms(kind: ComparisonSheetKind, row: StoredRow): [string, ...string[]] {
  const { county, word } = kind.subjectOf(row);
  const mark = county === null ? word : titleCase(county);
  if (mark === null) return [row.name];
  const marked = `${row.name} (${mark})`;
  const isNamed = county === null && slugOf(row.name).split('-').includes(slugOf(mark));
  return isNamed ? [row.name, marked] : [marked, row.name];
}

function unplacedNames(
  { code: state }: State,
  kind: ComparisonSheetKind,
  unplaced: readonly Meaning[],
  byId: ReadonlyMap<number, StoredJurisdiction>,
): Finding[] {
  const [first] = unplaced;
  if (!first) return [];
  const names = unplaced.slice(0, NAMED).map(({ row, ids, unknownCode }) => ({
    type: kind.subjectOf(row).type,
    listed: writtenForms(kind, row)[0],
    codes: ids.map((id) => `${byId.get(id)?.sales_tax_id}`),
    unknownCode: unknownCode ?? null,
  }));
  const facts: Facts<'summary-name'> = {
    kind: kind.name,
    title: kind.title,
    state,
    count: unplaced.length,
    names,
  };
  const { reportId, sheet, row } = first.row;
  // no month: the names stay the same finding when the next month lists them again
  return [finding('summary-name', facts, { sheet, row, reportId })];
}
