import { FaultNotice, Waiting } from '../../parts/fault-notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { overviewQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { ViewProps } from '../view.ts';
import { StateCard } from './state-card.tsx';

/** The start page: search, and the newest month of each state. */
export function Home({ address }: ViewProps) {
  const { value, fault, again } = useAnswer(overviewQuestion());
  usePageTitle(null);
  if (fault) return <FaultNotice fault={fault} again={again} />;
  return (
    <>
      <section class="opening">
        <h1>Local sales tax allocations</h1>
        <p class="lead">
          What each city, county and district was paid, month by month, from the states’ own reports.
        </p>
        <SearchBox />
      </section>
      {value ? (
        value.data.states.map((state) => <StateCard key={state.state} state={state} address={address} />)
      ) : (
        <Waiting />
      )}
    </>
  );
}
