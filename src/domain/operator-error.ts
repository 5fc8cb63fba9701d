/** Exit code if an argument or a file it names cannot be used. */
export const USAGE = 2;
/** Exit code of a fault in the program. */
export const FAULT = 70;
/** Exit code if the machine refuses: a full disk, missing permissions. */
export const MACHINE = 74;
/** Exit code if another run holds the lock. */
export const LOCKED = 75;

/** A problem outside the data that the operator can fix. The message is one line and says what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What is read, or `null` if an `OperatorError` says why it cannot be. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof OperatorError) return null;
    throw error;
  }
}

/** The `code` of an error of the file system or the database, if it has one. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Error codes of the file system, and of the database about the disk. */
const OF_THE_DISK = /^(?:E[A-Z0-9]+$|SQLITE_(?:FULL|IOERR|CANTOPEN|READONLY))/;

/** Turns an error of the disk into an `OperatorError`. Returns other errors unchanged. */
export function explainDisk(what: string, path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (!code || !OF_THE_DISK.test(code) || !(error instanceof Error)) return error;
  const advice = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code)
    ? 'Free some space'
    : 'Check the folder and its permissions';
  return new OperatorError(
    `Cannot use the ${what} ${path} (${error.message}). ${advice}, then run again.`,
    MACHINE,
  );
}
