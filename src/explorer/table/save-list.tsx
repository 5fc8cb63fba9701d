import { useState } from 'preact/hooks';
import type { Parameters } from '../address/address.ts';
import { FaultNotice } from '../parts/fault-notice.tsx';
import { askAllPages, type Progress } from '../service/all-pages.ts';
import { Fault } from '../service/request.ts';
import { countOf } from '../words/figures.ts';
import { csvOf, type TableColumn } from './columns.ts';
import { saveFile, useSavedName } from './save-file.ts';

interface SaveListProps<Item> {
  /** What is saved: `all changes`. */
  name: string;
  /** How many rows it has. */
  total: number;
  fileName: string;
  /** The address of the list, and its filter. */
  path: string;
  parameters?: Parameters;
  columnsOf(items: readonly Item[]): readonly TableColumn<Item>[];
}

/** A button that saves a list of any length as CSV: it reads page after page, and saves all rows or says why not. */
export function SaveList<Item>({
  name,
  total,
  fileName,
  path,
  parameters = {},
  columnsOf,
}: SaveListProps<Item>) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const savedName = useSavedName(fileName);
  const save = async () => {
    setFault(null);
    try {
      const items = await askAllPages<Item>(path, parameters, setProgress);
      saveFile(`${savedName}.csv`, new Blob([csvOf(columnsOf(items), items)], { type: 'text/csv' }));
    } catch (error) {
      setFault(error instanceof Fault ? error : new Fault('failed', String(error)));
    }
    setProgress(null);
  };
  return (
    <>
      <button type="button" disabled={progress !== null} onClick={save}>
        Save {name} as CSV ({countOf(total, 'row')})
      </button>
      <span role="status" class="hint">
        {progress && progress.of > 1 && `Reading page ${progress.page} of ${progress.of}…`}
      </span>
      {fault && <FaultNotice fault={fault} again={save} />}
    </>
  );
}
