import './decisions.css';
import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { isObject, type JsonObject, objectAt, textAt } from '../../../base/json';
import type { ModelTurn, Turn } from '../../../conversation/model/conversation';
import { questionRows } from '../../../conversation/model/decisionMode';
import { dragSideways } from '../../../webview/kit/drag';
import { fieldsOf } from '../jsonFields';
import { revealedText } from '../reveal';
import { useStore } from '../useStore';

/** Maximum bars of a question, most likely first. Questions have up to 255 options. */
const MOST_BARS = 12;
const START = 0.5;
const STEP = 0.01;
const LARGE_STEP = 0.1;

/** Whether bars show the response instead of its text. */
export function isDecided(turn: Turn): boolean {
  if (turn.role !== 'model' || turn.mode !== 'decision' || turn.edited) return false;
  return isObject(fieldsOf(turn.answer).answers);
}

interface Bar {
  readonly name: string;
  readonly share: number;
}

/** The answers of a decision as bars, with a threshold for each question. */
export function DecisionView({ turn }: { readonly turn: ModelTurn }): VNode | null {
  const answers = Object.entries(objectAt(fieldsOf(turn.answer), 'answers'));
  if (answers.length === 0) return null;
  const asked = questionRows(fieldsOf(turn.sent).questions);
  return (
    <div class="decisions">
      {answers.map(([id, answer]) => (
        <Decision
          key={id}
          id={id}
          instructions={asked.find((row) => row.id === id)?.instructions ?? ''}
          answer={isObject(answer) ? answer : {}}
        />
      ))}
    </div>
  );
}

interface DecisionProps {
  readonly id: string;
  readonly instructions: string;
  readonly answer: JsonObject;
}

function Decision({ id, instructions, answer }: DecisionProps): VNode {
  const { format } = useStore();
  const threshold = useSignal(START);
  const all = barsOf(answer);
  const bars = all.slice(0, MOST_BARS);
  const { confidence } = answer;
  return (
    <section class="decision" aria-label={l10n.t('Answer to {0}', id)}>
      <div class="decision-head">
        <span class="decision-id">{revealedText(id)}</span>
        <span class="decision-question">{revealedText(instructions)}</span>
      </div>
      <p class="decision-result">
        <strong>{resultText(answer, threshold.value, format.fixed)}</strong>
        {typeof confidence === 'number' && (
          <span>{l10n.t('Confidence: {0}', format.percent(confidence))}</span>
        )}
      </p>
      <div class="decision-bars">
        {bars.map(({ name, share }, at) => (
          <Row
            key={at}
            row={at + 1}
            name={name}
            share={share}
            isReached={share >= threshold.value}
          />
        ))}
        <Threshold
          id={id}
          rows={bars.length}
          value={threshold.value}
          onValue={(value) => (threshold.value = value)}
        />
      </div>
      {all.length > bars.length && (
        <p class="note">
          {l10n.t('{0} less likely options aren’t shown.', all.length - bars.length)}
        </p>
      )}
    </section>
  );
}

interface RowProps extends Bar {
  readonly row: number;
  readonly isReached: boolean;
}

function Row({ row: gridRow, name, share, isReached }: RowProps): VNode {
  const { format } = useStore();
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <>
      <span class="decision-name" style={{ gridRow }} title={name}>
        {revealedText(name)}
      </span>
      <span class="decision-track" style={{ gridRow }}>
        <span class={isReached ? 'decision-bar reached' : 'decision-bar'} style={{ width }} />
      </span>
      <span class="decision-share" style={{ gridRow }}>
        {format.percent(share)}
      </span>
    </>
  );
}

interface ThresholdProps {
  readonly id: string;
  readonly rows: number;
  readonly value: number;
  readonly onValue: (value: number) => void;
}

/** The line that an answer has to reach. */
function Threshold({ id, rows, value, onValue }: ThresholdProps): VNode {
  const { format } = useStore();
  const area = useRef<HTMLDivElement>(null);
  const set = (next: number): void =>
    onValue(Math.round(Math.min(1, Math.max(0, next)) * 100) / 100);
  const keys: { readonly [key: string]: number } = {
    ArrowLeft: value - STEP,
    ArrowDown: value - STEP,
    PageDown: value - LARGE_STEP,
    Home: 0,
    ArrowRight: value + STEP,
    ArrowUp: value + STEP,
    PageUp: value + LARGE_STEP,
    End: 1,
  };
  const name = l10n.t('Threshold for {0}', id);
  return (
    <div class="threshold-area" ref={area} style={{ gridRow: `1 / span ${rows}` }}>
      <div
        class="threshold"
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value * 100)}
        aria-valuetext={format.percent(value)}
        title={l10n.t('{0}: {1}', name, format.percent(value))}
        style={{ left: `${value * 100}%` }}
        onPointerDown={(event) => {
          const width = area.current?.clientWidth ?? 0;
          if (event.button !== 0 || width === 0) return;
          const start = value;
          dragSideways(event, (by) => set(start + by / width));
        }}
        onKeyDown={(event) => {
          const next = keys[event.key];
          if (next === undefined) return;
          event.preventDefault();
          set(next);
        }}
      />
    </div>
  );
}

function barsOf(answer: JsonObject): readonly Bar[] {
  const { noul } = answer;
  if (typeof noul === 'number') {
    return [
      { name: l10n.t('Yes'), share: noul },
      { name: l10n.t('No'), share: 1 - noul },
    ];
  }
  const legend = objectAt(answer, 'legend');
  const bars = Object.entries(objectAt(answer, 'probabilities')).map(([name, share]) => ({
    name: textAt(legend, name) || name,
    share: typeof share === 'number' ? share : 0,
  }));
  // Levels keep their order.
  return typeof answer.score === 'number' ? bars : bars.sort((a, b) => b.share - a.share);
}

function resultText(
  answer: JsonObject,
  threshold: number,
  fixed: (value: number) => string,
): string {
  const { noul, confidence, score } = answer;
  if (typeof noul === 'number') return noul >= threshold ? l10n.t('Yes') : l10n.t('No');
  if (typeof confidence !== 'number' || confidence < threshold)
    return l10n.t('Below the threshold');
  if (typeof score === 'number') return l10n.t('Score {0}', fixed(score));
  return revealedText(textAt(answer, 'choice'));
}
