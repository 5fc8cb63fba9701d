import type { paths } from './generated/types.gen.ts';

/** An address of the service, such as `/api/changes`. */
export type ServicePath = keyof paths;

type AnswerOf<Path extends ServicePath> = paths[Path]['get']['responses'][200]['content']['application/json'];

/** Leaves out the type of records that may lack every member. */
type WithAllMembers<Item> = Item extends unknown ? (NoMembers extends Item ? never : Item) : never;
type NoMembers = Record<never, never>;

/** The body of an answer. Its records have all members, unless the call names some in `fields`. */
export type BodyOf<Path extends ServicePath, Fields> = AskedFor<AnswerOf<Path>, Fields>;
type AskedFor<Body, Fields> = [Fields] extends [undefined]
  ? { [Member in keyof Body]: Body[Member] extends (infer Item)[] ? WithAllMembers<Item>[] : Body[Member] }
  : Body;
