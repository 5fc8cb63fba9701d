import { statSync } from 'node:fs';
import { OperatorError } from '../../domain/operator-error.ts';
import { openForReading } from '../dataset.ts';
import { SwitchingReader } from './switching-reader.ts';

/** Who learns that the file was replaced, and that it cannot be read now. */
interface Listeners {
  onChange: () => void;
  onProblem: (problem: OperatorError) => void;
}

/** Reads a dataset file. If somebody replaces the file, `follow` opens the new one. SQLite alone keeps reading the old one. */
export class FollowedFile extends SwitchingReader {
  private readonly file: string;
  private readonly listeners: Listeners;
  private opened: string | null;
  /** The problem reported last, because each is reported once. */
  private reported = '';

  constructor(file: string, listeners: Listeners) {
    // looked at first: a file that is replaced meanwhile is noticed later
    const identity = identityOf(file);
    super(openForReading(file));
    this.file = file;
    this.listeners = listeners;
    this.opened = identity;
  }

  /** Switches to the new file if the file was replaced. Keeps the open one if the new one cannot be read. */
  follow(): void {
    const present = identityOf(this.file);
    if (present === this.opened) return;
    try {
      this.switchTo(openForReading(this.file));
      this.opened = present;
      this.reported = '';
      this.listeners.onChange();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      if (this.reported !== error.message) this.listeners.onProblem(error);
      this.reported = error.message;
    }
  }
}

/** Which file has this name; `null` if none does. Writing to a file does not change it. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : null;
}
