import * as z from 'zod';
import { REASON_CODES } from '../derive/figure.ts';
import type { Description, Member, RecordColumn } from '../records/description.ts';
import { UNIT_NAMES } from '../records/files/file-table.ts';
import { FILE_SCALES } from '../records/json-record.ts';

const schemas = new WeakMap<object, z.ZodObject>();

/** The schema of a record in the answers of the service: one object, because several answers name it. */
export function recordSchema<Row>(description: Pick<Description<Row>, 'members' | 'one'>): z.ZodObject {
  const { members, one } = description;
  const id = one.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  const known = schemas.get(description) ?? membersSchema(members).meta({ id });
  schemas.set(description, known);
  return known;
}

/** The schema of records with any of the members of another. */
export function leanSchema({ shape }: z.ZodObject, id: string) {
  const members = Object.entries(shape).map(([name, schema]) => [
    name,
    schema instanceof z.ZodObject ? schema.partial() : schema,
  ]);
  return z.object(Object.fromEntries(members)).partial().meta({ id });
}

/** The schema of the records that some questions get instead. */
export function othersSchema({
  others,
  one,
}: Pick<Description<never>, 'others' | 'one'>): z.ZodObject | null {
  return others ? membersSchema(others).meta({ id: `${one}_other` }) : null;
}

function membersSchema<Row>(members: readonly Member<Row>[]): z.ZodObject {
  return z.object(
    Object.fromEntries(
      members.map((member) => {
        if (!('group' in member)) return [member.name, columnSchema(member)];
        const inside = membersSchema(member.columns);
        const group = member.isMissing ? inside.nullable() : inside;
        return [
          member.group,
          member.meaning === undefined ? group : group.meta({ description: member.meaning }),
        ];
      }),
    ),
  );
}

type SchemaColumn = Pick<
  RecordColumn<never>,
  'type' | 'shape' | 'choices' | 'isNullable' | 'meaning' | 'example'
>;

function columnSchema(column: SchemaColumn): z.ZodType {
  const { meaning, example, type } = column;
  const unit = type in FILE_SCALES ? `. Unit: ${UNIT_NAMES[type]}` : '';
  const value = valueSchema(column);
  // JSON has an empty list for no county
  const shown = column.isNullable && column.type !== 'counties' ? value.nullable() : value;
  return shown.meta({
    description: `${meaning}${unit}`,
    ...(example !== undefined && { examples: [example] }),
    ...FORMATS[type],
  });
}

const FORMATS: Readonly<Partial<Record<RecordColumn<unknown>['type'], { format: string }>>> = {
  month: { format: 'date' },
  date: { format: 'date' },
  time: { format: 'date-time' },
};

function valueSchema({ type, shape, choices }: SchemaColumn): z.ZodType {
  if (choices) return z.enum(choices);
  if (type === 'number' || type === 'count') return z.int();
  if (type === 'counties') return z.array(z.string());
  if (type === 'reasons') return z.array(z.object({ code: z.enum(REASON_CODES), text: z.string() }));
  if (type === 'facts') return factsSchema(shape);
  return ['amount', 'percent', 'ratio', 'figure'].includes(type) ? z.number() : z.string();
}

function factsSchema(shape: SchemaColumn['shape']): z.ZodType {
  if (shape === undefined) return z.record(z.string(), z.unknown());
  if (shape === 'texts') return z.array(z.string());
  if ('list' in shape) return z.array(membersSchema(shape.list));
  if ('object' in shape) return membersSchema(shape.object);
  return z.record(z.string(), shape.values === 'number' ? z.number() : z.string().nullable());
}
