/** Notes of reports hold no markup and no braces; error pages and JSON answers do. */
const MARKUP = /<[/!?a-z]|[{}]/i;
/** What databases, programs and their stack traces print. */
const OF_PROGRAMS =
  /\bORA-\d{4}|\bSQLSTATE\b|\btraceback\b|^\W*at [\w$.]+\(|^\W*file ".*", line \d|\bsegmentation fault\b|\bout of memory\b/i;
/** The word in capitals, at the start, or with a number or an explanation after it. Other notes may tell of corrected errors. */
const ERROR =
  /\bERROR\b|^\W*(?:[Ff]atal |[Ii]nternal |[Ii]nternal [Ss]erver |[Ss]erver |[Uu]nknown )?(?:[Ee]rror|[Ee]xception)\b|\b[Ee]rror(?::| code| \d)|[a-z](?:Error|Exception)\b/;
/** What servers answer instead of the rest. */
const OF_SERVERS =
  /\bgateway time-?out\b|\bbad gateway\b|\bservice (?:temporarily )?unavailable\b|\btoo many requests\b|\baccess denied\b|\btimed[ -]?out\b|\btime-?out (?:exceeded|expired|reached)\b|\bconnection (?:was )?(?:reset|closed|refused|lost|aborted)\b/i;
/** Words for rows that exist and are not here. */
const ROWS_LEFT_OUT =
  /\btruncated\b|\d (?:more|other|further|additional|remaining) (?:rows?|records?|lines?|results?|entries)\b|\b(?:rows|records|lines|results|entries) (?:omitted|not shown|suppressed)\b|\band [\d,]+ more\b|\bshowing\b.*\bof \d|\blimit (?:reached|exceeded)\b/i;
/** What was stopped, and that it was. */
const STOPPED =
  /\b(?:export|download|query|request|job|process|report|output|operation|transfer|transaction)(?: (?:was|has|is|has been))? (?:failed|failure|aborted|interrupted|cancell?ed|killed|incomplete|not complete)\b/i;

const SIGNS = [MARKUP, OF_PROGRAMS, ERROR, OF_SERVERS, ROWS_LEFT_OUT, STOPPED];
/** Signs of failure show within this many characters. */
const LOOKED_AT = 2000;

/** Whether a text below the header says that a program or a server failed, or that rows are left out. */
export function tellsFailure(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  return SIGNS.some((sign) => sign.test(start));
}
