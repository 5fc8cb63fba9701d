import { goTo, linkHere, readParameter } from '../../address/navigation.ts';

/** A field that leaves the places with a text in their name. The back button does not go through its letters. */
export function NameFilter() {
  const text = readParameter('name') ?? '';
  return (
    <label>
      Name has{' '}
      <input
        type="search"
        class="name"
        value={text}
        onInput={({ currentTarget }) =>
          goTo(linkHere({ name: currentTarget.value || null }), { replaces: true })
        }
      />
    </label>
  );
}

/** Tells whether a name has the text that the address asks for, in any case and with or without accents. */
export function readNameFilter(): (name: string | null | undefined) => boolean {
  const asked = plain(readParameter('name') ?? '');
  return (name) => plain(name ?? '').includes(asked);
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
