/** A client for the service of sales tax allocations, for Node and browsers. It needs no other package. */
export { type AllocationOfAnyState, allocationsOf } from './allocations.ts';
export { type Answer, call, type Operation } from './calls.ts';
export { connectToService, type ServiceAddress, ServiceError } from './connection.ts';
export type { Client } from './generated/client/index.ts';
export * from './generated/index.ts';
export { MemoryCopy } from './memory-copy.ts';
export { type MirroredCopy, type MirrorOptions, mirror } from './mirror.ts';
export { followPages, type PageOfList, pages, type ReadPage, readList } from './pages.ts';
export { retrying, type Send } from './retries.ts';
export { readWholeList, type WholeList } from './whole-lists.ts';
