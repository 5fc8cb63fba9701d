import { useLayoutEffect, useState } from 'preact/hooks';
import { capitalized } from '../../domain/text/wording.ts';
import { fileStartOf } from '../../records/files/source.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FaultNotice } from '../parts/loaded.tsx';
import { Popover } from '../parts/popover.tsx';
import { useOverview } from '../service/overview.ts';
import { Fault } from '../service/request.ts';
import { isOnThisMachine } from '../service/session.ts';
import { citationOf } from '../words/sources.ts';

/** Something that the view can save. */
export interface Offer {
  /** What kind of thing it is: `table`. */
  kind: string;
  /** How much it has: `24 rows`. */
  size?: string;
  /** Its name, of several of a kind. */
  name?: string;
  /** The ways to save it, by what their buttons say. */
  ways: Readonly<Record<string, () => unknown>>;
}

/** What the parts of the shown view offer, in their order. */
const offers = new Map<symbol, Offer>();

/** Offers something in the menu of the page as long as the part that has it is shown. `null` offers nothing. */
export function useOffer(offer: Offer | null): void {
  const [key] = useState(() => Symbol());
  useLayoutEffect(() => {
    if (offer) offers.set(key, offer);
    else offers.delete(key);
  });
  useLayoutEffect(() => () => void offers.delete(key), []);
}

interface SavingState {
  /** What is said meanwhile. */
  said: string;
  failed: { fault: Fault; again(): void } | null;
}

const QUIET: SavingState = { said: '', failed: null };

/** Saves something, which may take a while, or fail. */
export function useSaving() {
  const [state, setState] = useState(QUIET);
  const save = async (way: () => unknown, onDone?: () => void) => {
    setState({ said: 'Please wait…', failed: null });
    try {
      await way();
      setState(QUIET);
      onDone?.();
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault('failed', String(error));
      setState({ said: '', failed: { fault, again: () => save(way, onDone) } });
    }
  };
  return { ...state, save, clear: () => setState(QUIET) };
}

export function Saving({ said, failed }: SavingState) {
  return (
    <>
      <span role="status" class="hint">
        {said}
      </span>
      {failed && <FaultNotice {...failed} />}
    </>
  );
}

/** The menu that saves and copies all that the view shows. */
export function ShareMenu() {
  const overview = useOverview();
  const [shown, show] = useState<readonly Offer[]>([]);
  const { save, clear, ...saving } = useSaving();
  const open = () => {
    clear();
    show([...offers.values()]);
  };
  const copied = isOnThisMachine() ? 'Copied. The link works on this machine only' : 'Copied';
  return (
    <div class="share">
      <Popover
        kind="menu"
        label={
          <>
            Share<span class="in-full"> and save</span>
          </>
        }
        labelInFull="Share and save"
        name="Share and save"
        onOpen={open}
      >
        {shown.map(({ kind, name = '', size = '', ways }) => (
          <p key={`${kind} ${name}`}>
            {[capitalized(size ? `${kind} (${size})` : kind), name].filter(Boolean).join(': ')}
            {Object.entries(ways).map(([text, way]) => (
              <button
                key={text}
                type="button"
                aria-label={`Save ${kind} as ${text}${size && ` (${size})`}${name && `: ${name}`}`}
                onClick={({ currentTarget }) => {
                  const menu = currentTarget.closest<HTMLElement>('[popover]');
                  save(way, () => menu?.hidePopover());
                }}
              >
                {text}
              </button>
            ))}
          </p>
        ))}
        <p>
          Link to this view <CopyButton label="Copy link" textOf={() => location.href} done={copied} />
        </p>
        <p>
          Citation <CopyButton label="Copy citation" textOf={() => citationOf(overview, location.href)} />
        </p>
        <Saving {...saving} />
      </Popover>
    </div>
  );
}

/** The name of a saved file: it tells a sample from a whole dataset. */
export function useSavedName(fileName: string | undefined): string {
  return `${fileStartOf(useOverview().states)}${fileName ?? ''}`;
}

/** Saves a file on the reader's machine. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the browser has the content by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
