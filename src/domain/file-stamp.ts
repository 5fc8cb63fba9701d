/** Facts of the file system about a file. If one of them changes, the bytes may have changed. Times are in nanoseconds. */
export interface FileStamp {
  path: string;
  size: number;
  modified_ns: string;
  changed_ns: string;
  inode: string;
}
