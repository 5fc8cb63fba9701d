/** What the system says of a file: where any of it is another, so may be the bytes. Times are in nanoseconds. */
export interface FileStamp {
  path: string;
  size: number;
  modified_ns: string;
  changed_ns: string;
  inode: string;
}
