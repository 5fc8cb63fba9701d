import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { linkTo, type Parameters } from '../address/address.ts';
import { SITE } from '../address/site.ts';
import { FaultNotice } from '../parts/loaded.tsx';
import { useOverview } from '../service/overview.ts';
import { askFile, Fault } from '../service/request.ts';
import { countOf } from '../words/figures.ts';
import { useOffer } from './offers.tsx';
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

/** Saves a list of any length as the service's CSV. A site has no whole lists: `null`. */
function useSavedList({ fileName, path, parameters = {} }: Omit<SaveListProps, 'name' | 'total'>) {
  // the file is the service's, byte for byte: only its name can say which figures it has
  const savedName = useSavedName(`${fileName}-${useOverview().version.slice(0, 8)}`);
  if (SITE !== null) return null;
  return async () =>
    saveFile(`${savedName}.csv`, await askFile(linkTo(path, { ...parameters, format: 'csv' })));
}

/** Offers a list in the menu of the page. */
export function OfferList({ name, total, ...list }: SaveListProps) {
  const save = useSavedList(list);
  useOffer(save && { kind: name, size: countOf(total, 'row'), ways: { CSV: save } });
  return null;
}

/** A button that saves a list. */
export function SaveList({ name, total, ...list }: SaveListProps) {
  const save = useSavedList(list);
  if (save === null) return null;
  return (
    <SaveButton save={save}>
      Save {name} as CSV ({countOf(total, 'row')})
    </SaveButton>
  );
}

interface SaveButtonProps {
  /** Asks for the file and saves it. */
  save(): Promise<void>;
  children: ComponentChildren;
}

/** A button that saves a file of the service, or says why not. */
function SaveButton({ save, children }: SaveButtonProps) {
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
      <span role="status" class="hint">
        {isReading && 'Reading the list…'}
      </span>
      {fault && <FaultNotice fault={fault} again={trySave} />}
    </>
  );
}
