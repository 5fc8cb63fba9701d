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
export function SaveList(props: SaveListProps) {
  return SITE === null ? <SaveButton {...props} /> : null;
}

/** Saves all rows, or says why not. */
function SaveButton({ name, total, fileName, path, parameters = {} }: SaveListProps) {
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  // the file is the service's, byte for byte: only its name can say which figures it has
  const savedName = useSavedName(`${fileName}-${useOverview().version.slice(0, 8)}`);
  const save = async () => {
    setFault(null);
    setReading(true);
    try {
      saveFile(
        `${savedName}.csv`,
        await askFile({ address: linkTo(path, { ...parameters, format: 'csv' }) }),
      );
    } catch (error) {
      setFault(error instanceof Fault ? error : new Fault('failed', String(error)));
    }
    setReading(false);
  };
  return (
    <>
      <button type="button" disabled={isReading} onClick={save}>
        Save {name} as CSV ({countOf(total, 'row')})
      </button>
      <span role="status" class="hint">
        {isReading && 'Reading the list…'}
      </span>
      {fault && <FaultNotice fault={fault} again={save} />}
    </>
  );
}
