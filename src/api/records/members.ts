import * as z from 'zod';

/** The names by which a request asks for members: `dates`, and `dates.quarter` for one of its members. */
export function memberNames({ shape }: z.ZodObject): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => [
    name,
    ...(schema instanceof z.ZodObject ? Object.keys(schema.shape).map((member) => `${name}.${member}`) : []),
  ]);
}

/** The schema of records with any of the members of another. */
export function leanSchema({ shape }: z.ZodObject, id: string) {
  const members = Object.entries(shape).map(([name, schema]) => [
    name,
    schema instanceof z.ZodObject ? schema.partial() : schema,
  ]);
  return z.object(Object.fromEntries(members)).partial().meta({ id });
}

/** The asked members of a record, in its order. */
export function selectMembers(
  record: Readonly<Record<string, unknown>>,
  asked: ReadonlySet<string>,
): Record<string, unknown> {
  const selected = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    if (asked.has(name)) return [[name, value]];
    if (typeof value !== 'object' || value === null) return [];
    const members = Object.entries(value).filter(([member]) => asked.has(`${name}.${member}`));
    return members.length > 0 ? [[name, Object.fromEntries(members)]] : [];
  });
  return Object.fromEntries(selected);
}
