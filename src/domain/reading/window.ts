/** One part of a list, in its order. */
export interface Window {
  offset: number;
  limit: number;
}
