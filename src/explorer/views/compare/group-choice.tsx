import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { Choice } from '../../parts/choice.tsx';
import type { ComparedPlace } from './compared-series.ts';
import { groupsOf, idOfGroup, nameOfGroup } from './group.ts';

interface GroupChoiceProps {
  places: readonly ComparedPlace[];
  states: readonly StateOverview[];
  ids: readonly string[];
  onChoose(id: string): void;
}

/** Adds a group that one of the compared places belongs to. */
export function GroupChoice({ places, states, ids, onChoose }: GroupChoiceProps) {
  const names = new Map(
    places.flatMap(groupsOf).flatMap((group): [string, string][] => {
      const state = states.find((known) => known.state === group.state);
      const id = idOfGroup(group);
      return state && !ids.includes(id) ? [[id, nameOfGroup(group, state)]] : [];
    }),
  );
  if (names.size === 0) return null;
  return <Choice label="Add a group" value="" options={[['', '…'], ...names]} onChoose={onChoose} />;
}
