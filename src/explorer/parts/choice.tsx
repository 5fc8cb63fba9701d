import { useLayoutEffect, useRef } from 'preact/hooks';
import { goTo, linkHere, readParameter } from '../address/navigation.ts';
import { Meaning } from './popover.tsx';

/** Values with their texts. */
export type Options = readonly (readonly [value: string, text: string])[];

interface ListProps {
  label: string;
  options: Options;
  /** What the chosen value means: a word beside the list opens it. */
  meaning?: { name: string; text: string } | undefined;
}

/** A drop-down list. */
export function List({
  label,
  options,
  meaning,
  value,
  onChoose,
}: ListProps & { value: string; onChoose(value: string): void }) {
  const word = meaning && <Meaning word={label} {...meaning} />;
  return (
    <span class="field">
      {word ?? <span aria-hidden="true">{label}</span>}{' '}
      <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}

interface ParameterProps {
  /** The parameter of the address that has the choice. */
  parameter: string;
  /** The value that the address leaves out. Default: the first. */
  usual?: string | undefined;
  /** Parameters that mean something else after another choice. */
  forgotten?: readonly string[];
  /** The link of a value, if it changes more than the parameter. */
  linkOf?: ((value: string) => string) | undefined;
}

/** The link that chooses a value. */
function linkFor({ parameter, usual, forgotten = [] }: ParameterProps, value: string): string {
  // another choice is another list, which begins with its first page
  const without = Object.fromEntries(['page', ...forgotten].map((name) => [name, null]));
  return linkHere({ ...without, [parameter]: value === usual ? null : value });
}

/** A drop-down list of what the address can say. */
export function Choice({ label, options, meaning, ...given }: ListProps & ParameterProps) {
  const { parameter, usual = options[0]?.[0] ?? '' } = given;
  return (
    <List
      {...{ label, options, meaning }}
      value={readParameter(parameter) ?? usual}
      onChoose={(value) => goTo(given.linkOf?.(value) ?? linkFor({ ...given, usual }, value))}
    />
  );
}

/** Links that stand side by side, one of which is where the reader is. */
export function LinkTabs({
  label,
  links,
}: {
  label: string;
  links: readonly (readonly [text: string, href: string, isCurrent: boolean])[];
}) {
  const nav = useRef<HTMLElement>(null);
  const current = links.find(([, , isCurrent]) => isCurrent)?.[0];
  // on a phone, some tabs are out of sight
  useLayoutEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    nav.current?.scrollTo(tab ? tab.offsetLeft + tab.offsetWidth - nav.current.clientWidth : 0, 0);
  }, [current]);
  return (
    <nav ref={nav} class="tabs" aria-label={label}>
      {links.map(([text, href, isCurrent]) => (
        <a key={text} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
