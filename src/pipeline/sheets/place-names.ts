import { type Finding, finding } from '../../domain/findings/finding.ts';
import { slugOf, titleCase } from '../../domain/jurisdiction.ts';
import type { StoredRow } from '../../domain/report.ts';
import type { Registers } from '../../registers/registers.ts';
import type { ComparisonSheetKind, State } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { SheetRows } from '../../store/write/sheet-rows.ts';
import type { StateStore } from '../../store/write/state-store.ts';

/** A finding names this many names, and counts the others. */
const NAMED = 50;

/** How a name is looked up, the surest way first. */
const WAYS = ['register', 'printed', 'normalized'] as const;

/** Whom a listed name may mean. */
interface Meaning {
  row: StoredRow;
  way: (typeof WAYS)[number];
  /** One if the meaning is known. */
  ids: readonly number[];
  /** The code of the register, if the dataset has no such jurisdiction. */
  unknownCode?: string;
}

/**
 * Looks up the names of all comparison sheets of a state: in the register, then by type and name, and by county. Stores whom
 * each means. `jurisdictions` have the names and types of the registers. Returns whether a name means another one now, and
 * one finding for each kind about the names that mean none.
 */
export function placeNames(
  { state, comparisonSheets }: StateStore,
  jurisdictions: readonly StoredJurisdiction[],
  registers: Pick<Registers, 'listedCode'>,
): { hasMoved: boolean; findings: Finding[] } {
  const byCode = new Map(jurisdictions.map((one) => [one.sales_tax_id, one.id]));
  const codes = new Map(jurisdictions.map((one) => [one.id, one.sales_tax_id]));
  let hasMoved = false;
  const findings = comparisonSheets.flatMap((sheets) => {
    const { kind } = sheets;
    const names = sheets.names();
    const find = findByName(kind, jurisdictions);
    const meanings = names.map((row) => findInRegister(state, kind, row, byCode, registers) ?? find(row));
    const placed = withoutShared(sheets, meanings);
    const moved = sheets.place(names, new Map([...placed].map(({ row, ids: [id = 0] }) => [row.code, id])));
    hasMoved ||= moved;
    return unplacedNames(
      state,
      kind,
      meanings.filter((one) => !placed.has(one)),
      codes,
    );
  });
  return { hasMoved, findings };
}

function findInRegister(
  state: State,
  kind: ComparisonSheetKind,
  row: StoredRow,
  byCode: ReadonlyMap<string, number>,
  registers: Pick<Registers, 'listedCode'>,
): Meaning | null {
  const { type } = kind.subjectOf(row);
  const code = writtenForms(kind, row)
    .map((listed) => registers.listedCode(state, type, listed))
    .find((found) => found !== null);
  if (!code) return null;
  const id = byCode.get(code);
  return id === undefined
    ? { row, way: 'register', ids: [], unknownCode: code }
    : { row, way: 'register', ids: [id] };
}

interface KnownName {
  id: number;
  county: string | null;
  slugs: ReadonlySet<string>;
}

/** Finds jurisdictions by type and normalized name. The county decides between several, then the printed name. */
function findByName(
  kind: ComparisonSheetKind,
  jurisdictions: readonly StoredJurisdiction[],
): (row: StoredRow) => Meaning {
  const byName = new Map<string, KnownName[]>();
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

/** The names that mean one jurisdiction, unless another name of one report and month means it as surely. */
function withoutShared(sheets: SheetRows, meanings: readonly Meaning[]): ReadonlySet<Meaning> {
  const single = meanings.filter(({ ids }) => ids.length === 1);
  const ofPlaces = [...Map.groupBy(single, ({ ids }) => ids[0]).values()];
  const shared = ofPlaces.flatMap((same) =>
    same.filter((one) => one.way !== 'register' && same.some((other) => rivals(sheets, one, other))),
  );
  return new Set(single.filter((one) => !shared.includes(one)));
}

function rivals(sheets: SheetRows, one: Meaning, other: Meaning): boolean {
  if (one === other || WAYS.indexOf(other.way) > WAYS.indexOf(one.way)) return false;
  // a city has a row in each of its counties
  const isSameCity =
    slugOf(one.row.name) === slugOf(other.row.name) && sheets.kind.subjectOf(other.row).county !== null;
  return !isSameCity && sheets.areInOneReport(one.row.code, other.row.code);
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
  codes: ReadonlyMap<number, string>,
): Finding[] {
  const [first] = unplaced;
  if (!first) return [];
  const names = unplaced.slice(0, NAMED).map(({ row, ids, unknownCode }) => {
    const found = ids.map((id) => `${codes.get(id)}`).join(' or ');
    const unknown = `listed-names.csv says ${unknownCode}, which the dataset does not have`;
    const note = unknownCode === undefined ? found && `${found}?` : unknown;
    return `${writtenForms(kind, row)[0]}${note && ` (${note})`}`;
  });
  const more = unplaced.length - names.length;
  const [written] = writtenForms(kind, first.row);
  const listed = /[",]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
  const line = `${state},${kind.subjectOf(first.row).type},${listed},CODE,SOURCE`;
  const facts = { title: kind.title, names, more, line };
  const { reportId, sheet, row } = first.row;
  // no month: the names stay the same finding when the next month lists them again
  return [finding('summary-name', facts, { sheet, row, reportId })];
}
