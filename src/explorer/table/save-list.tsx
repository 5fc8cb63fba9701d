import { linkTo, type Parameters } from '../address/address.ts';
import { SITE } from '../address/site.ts';
import { useOverview } from '../service/overview.ts';
import { askFile } from '../service/request.ts';
import { countOf } from '../words/figures.ts';
import { Saving, saveFile, useOffer, useSavedName, useSaving } from './offers.tsx';

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
function useSavedList({ fileName, path, parameters = {} }: SaveListProps) {
  // the file is the service's, byte for byte: only its name can say which figures it has
  const savedName = useSavedName(`${fileName}-${useOverview().version.slice(0, 8)}`);
  if (SITE !== null) return null;
  return async () =>
    saveFile(`${savedName}.csv`, await askFile(linkTo(path, { ...parameters, format: 'csv' })));
}

/** Offers a list in the menu of the page. */
export function OfferList(props: SaveListProps) {
  const save = useSavedList(props);
  useOffer(save && { kind: props.name, size: countOf(props.total, 'row'), ways: { CSV: save } });
  return null;
}

/** A button that saves a list. */
export function SaveList(props: SaveListProps) {
  const list = useSavedList(props);
  const saving = useSaving();
  if (list === null) return null;
  return (
    <>
      <button type="button" disabled={saving.said !== ''} onClick={() => saving.save(list)}>
        Save {props.name} as CSV ({countOf(props.total, 'row')})
      </button>
      <Saving {...saving} />
    </>
  );
}
