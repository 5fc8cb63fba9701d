import { type Address, linkWith } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';

/** A field that leaves the places with a text in their name. The back button does not go through its letters. */
export function NameFilter({ address }: { address: Address }) {
  const text = address.parameters.get('name') ?? '';
  return (
    <label>
      Name has{' '}
      <input
        type="search"
        class="name"
        value={text}
        onInput={({ currentTarget }) =>
          goTo(linkWith(address, { name: currentTarget.value || null }), { replaces: true })
        }
      />
    </label>
  );
}

/** Whether a name has the text that the address asks for, in any case and with or without accents. */
export function hasName({ parameters }: Address, name: string | null | undefined): boolean {
  return plain(name ?? '').includes(plain(parameters.get('name') ?? ''));
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
