import { linkTo } from '../../address/address.ts';
import { usePageTitle } from '../../parts/page-title.ts';
import { Found, SearchBox } from '../../parts/search-box.tsx';
import { useOverview } from '../../service/overview.ts';
import { question } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';

/** Shown if no place has the address: the places that have its text in their name or code, and the search. */
export function NoPlace({ text }: { text: string }) {
  usePageTitle('No such place');
  const found =
    useAnswer(question('jurisdictions', { q: text.replaceAll('-', ' '), limit: 10 })).value?.data ?? [];
  const isSample = useOverview().states.some(({ has_invented }) => has_invented);
  return (
    <>
      <h1>There is no place with this address</h1>
      {found.length > 0 && <p>Did you mean one of these?</p>}
      <ul>
        {found.map((place) => (
          <li key={place.id}>
            <a href={linkTo(`/jurisdictions/${place.id}`)}>
              <Found jurisdiction={place} />
            </a>
          </li>
        ))}
      </ul>
      {isSample && (
        <p>
          The sample has only a few invented places. Load your reports. For Texas, open{' '}
          <a href="https://data.texas.gov">data.texas.gov</a>, search for 3p4v-vsr3, choose Export, then CSV.
          Then run <code>allocations ingest FILE</code>.
        </p>
      )}
      <SearchBox />
    </>
  );
}
