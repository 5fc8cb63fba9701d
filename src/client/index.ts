/** A client for the service of sales tax allocations, for Node and browsers. */
export { type Answer, call, type ServicePath } from './calls.ts';
export { connectToService, type ServiceAddress, type ServiceClient, ServiceError } from './connection.ts';
export type * from './generated/types.gen.ts';
export { followPages, type ListPath, type PageOfList, pages, type ReadPage, readList } from './pages.ts';
export { retrying, type Send } from './retries.ts';
export { readWholeList, type WholeList } from './whole-lists.ts';
