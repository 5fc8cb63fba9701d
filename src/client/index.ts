/** A client for the service of sales tax allocations, for Node and browsers. It needs no other package. */
export { type Answered, answered, connect, type ServiceAddress, ServiceError } from './connect.ts';
export type { Client } from './generated/client/index.ts';
export * from './generated/index.ts';
export { MemoryCopy, type MirroredCopy, type MirroredRecord, mirror } from './mirror.ts';
export { type PageOfList, pages, type ReadPage, readList } from './pages.ts';
export { retrying, type Send } from './retries.ts';
export { readWholeList, type WholeList } from './whole-lists.ts';
