import { usePageTitle } from '../parts/page-title.ts';

/** An address without a view. */
export function NothingHere() {
  usePageTitle('Nothing here');
  return (
    <>
      <h1>There is nothing at this address</h1>
      <p>
        Search for a place on the <a href="./">start page</a>.
      </p>
    </>
  );
}
