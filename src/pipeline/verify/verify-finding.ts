/** Something that is wrong. The names are those of the JSON `verify` prints. */
export interface VerifyFinding {
  /** What was checked: the database file, the archive, or what the dataset stores. */
  about:
    | 'database'
    | 'archive'
    | 'reports'
    | 'rows'
    | 'jurisdictions'
    | 'datapoints'
    | 'findings'
    | 'revisions'
    | 'corrections';
  message: string;
}
