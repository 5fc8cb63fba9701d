import { useState } from 'preact/hooks';
import { readParameters } from '../../address/navigation.ts';
import { basisOf, fileEndOf } from '../../parts/basis-choice.tsx';
import { FaultNotice } from '../../parts/loaded.tsx';
import { noteQuestion } from '../../service/questions.ts';
import { askNote, Fault } from '../../service/request.ts';
import { saveFile, useSavedName } from '../../table/save-file.ts';

interface SaveNoteProps {
  id: number;
  fileName: string;
  /** Its newest month. */
  newest: { allocation_period: string; sales_period: string | null };
}

/** A button that saves the note of one place and its newest month: a page that opens without the service. */
export function SaveNote({ id, fileName, newest }: SaveNoteProps) {
  const [fault, setFault] = useState<Fault | null>(null);
  const savedName = useSavedName(fileName);
  const save = async () => {
    setFault(null);
    // the note counts as the view does
    const counted = readParameters('fiscal_year_start', 'basis');
    const month = counted.basis === 'sales' ? newest.sales_period : newest.allocation_period;
    const inquiry = noteQuestion(id, { month, ...counted });
    try {
      saveFile(`${savedName}${fileEndOf(basisOf())}.html`, await askNote(inquiry));
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
