import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { linkTo, type Parameters } from '../address/address.ts';
import { SITE } from '../address/site.ts';
import { FaultNotice } from '../parts/loaded.tsx';
import { useOverview } from '../service/overview.ts';
import { askFile, Fault } from '../service/request.ts';
import { countOf } from '../words/figures.ts';
import { saveFile, useSavedName } from './save-file.ts';

interface SaveListProps {
  /** What is saved: `all changes`. */
  name: string;
  /** How many rows it has. */
  total: number;
  fileName: string;
  /** The address of the list, and its filter. */
  path: string;
  parameters?: Parameters;
}

/** A button that saves a list of any length as the service's CSV. A site has no whole lists, and no button. */
export function SaveList({ name, total, fileName, path, parameters = {} }: SaveListProps) {
  // the file is the service's, byte for byte: only its name can say which figures it has
  const savedName = useSavedName(`${fileName}-${useOverview().version.slice(0, 8)}`);
  if (SITE !== null) return null;
  const save = async () =>
    saveFile(`${savedName}.csv`, await askFile(linkTo(path, { ...parameters, format: 'csv' })));
  return (
    <SaveButton save={save} waiting="Reading the list…">
      Save {name} as CSV ({countOf(total, 'row')})
    </SaveButton>
  );
}

interface SaveButtonProps {
  /** Asks for the file and saves it. */
  save(): Promise<void>;
  /** What to say until it comes, if that may take long. */
  waiting?: string;
  children: ComponentChildren;
}

/** A button that saves a file of the service, or says why not. */
export function SaveButton({ save, waiting, children }: SaveButtonProps) {
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const trySave = async () => {
    setFault(null);
    setReading(true);
    try {
      await save();
    } catch (error) {
      setFault(error instanceof Fault ? error : new Fault('failed', String(error)));
    }
    setReading(false);
  };
  return (
    <>
      <button type="button" disabled={isReading} onClick={trySave}>
        {children}
      </button>
      {waiting && (
        <span role="status" class="hint">
          {isReading && waiting}
        </span>
      )}
      {fault && <FaultNotice fault={fault} again={trySave} />}
    </>
  );
}
