import { useState } from 'preact/hooks';
import { FaultNotice } from '../../parts/loaded.tsx';
import { askFile, Fault } from '../../service/request.ts';
import { saveFile, useSavedName } from '../../table/save-file.ts';

/** A button that saves the note of one place and its newest month: a page that opens without the service. */
export function SaveNote({ id, fileName }: { id: number; fileName: string }) {
  const [fault, setFault] = useState<Fault | null>(null);
  const savedName = useSavedName(fileName);
  const save = async () => {
    setFault(null);
    try {
      saveFile(`${savedName}.html`, await askFile({ address: `/api/jurisdictions/${id}/note` }));
    } catch (error) {
      setFault(error instanceof Fault ? error : new Fault('failed', String(error)));
    }
  };
  return (
    <>
      <button type="button" onClick={save}>
        Save note
      </button>
      {fault && <FaultNotice fault={fault} again={save} />}
    </>
  );
}
