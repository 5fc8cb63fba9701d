import { describeSample } from '../../records/files/source.ts';
import { overviewQuestion } from '../service/questions.ts';
import { useAnswer } from '../service/use-answer.ts';

/** Says above every view which states have invented figures. Shows nothing if none has. */
export function SampleNotice() {
  const { value } = useAnswer(overviewQuestion());
  const text = value && describeSample(value.data.states);
  return text ? (
    <aside class="notice sample" aria-label="Sample">
      {text}
    </aside>
  ) : null;
}
