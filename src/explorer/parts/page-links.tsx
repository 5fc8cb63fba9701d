import { linkHere } from '../address/navigation.ts';
import { countOf } from '../words/figures.ts';

interface PageLinksProps {
  meta: { current_page: number; last_page: number; from: number | null; to: number | null; total: number };
  /** What the list has: `change`. */
  noun: string;
}

/** Says which part of a long list is shown, with links to the parts before and after. Empty if the whole list is shown. */
export function PageLinks({ meta: { current_page, last_page, from, to, total }, noun }: PageLinksProps) {
  if (last_page <= 1) return null;
  const link = (page: number) => linkHere({ page: page === 1 ? null : page });
  return (
    <nav class="pages" aria-label={`Pages of ${noun}s`}>
      {current_page > 1 && <a href={link(current_page - 1)}>Previous</a>}
      <span>
        {from ?? 0} to {to ?? 0} of {countOf(total, noun)}
      </span>
      {current_page < last_page && <a href={link(current_page + 1)}>Next</a>}
    </nav>
  );
}
