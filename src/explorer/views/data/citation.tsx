import type { Overview } from '../../../client/generated/types.gen.ts';
import { BASE } from '../../address/navigation.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { citationOf } from '../../words/sources.ts';

/** How to cite the dataset: its version says exactly which figures. */
export function Citation({ overview }: { overview: Overview }) {
  const text = citationOf(overview, BASE.href);
  return (
    <section aria-label="How to cite">
      <h2>How to cite</h2>
      <p class="hint lines">The version says which figures you used, also when they are restated later.</p>
      <blockquote class="citation">{text}</blockquote>
      <p class="actions">
        <CopyButton label="Copy" textOf={() => text} />
      </p>
    </section>
  );
}
