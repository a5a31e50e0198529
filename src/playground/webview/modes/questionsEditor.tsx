import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import {
  criteriaOf,
  newQuestion,
  pastedQuestions,
  type QuestionRow,
} from '../../../conversation/model/decisionMode';
import { QUESTION_TYPES, type QuestionType } from '../../../conversation/model/conversation';
import { Button } from '../../../webview/kit/button';
import { GrowingText } from '../../../webview/kit/growingText';
import { revealedText } from '../reveal';
import { useStore } from '../useStore';

const TYPES: { readonly [T in QuestionType]: { readonly [N in 'label' | 'hint']: () => string } } =
  {
    noul: {
      label: () => l10n.t('Yes or no'),
      hint: () => l10n.t('Optional: “yes: definition” or “no: definition” on separate lines'),
    },
    choice: {
      label: () => l10n.t('Choice'),
      hint: () => l10n.t('One option per line, such as “carrier: Transport damage”'),
    },
    score: {
      label: () => l10n.t('Score'),
      hint: () => l10n.t('One level per line, starting with the lowest'),
    },
  };

/** Rows of questions. JSON that is pasted anywhere in them adds its questions. */
export function QuestionsEditor(): VNode {
  const { dock, settings, actions, announce } = useStore();
  const rows = dock.modes.questions.value.value;
  const { put } = dock.modes.questions;
  const problem = useSignal<string | undefined>(undefined);
  const frame = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = frame.current?.querySelectorAll('.question')[wanted.current];
    wanted.current = undefined;
    const field = row?.querySelector<HTMLElement>('textarea');
    (field ?? frame.current?.querySelector<HTMLElement>('.add-pair'))?.focus();
  });

  function paste(event: ClipboardEvent): void {
    const pasted = pastedQuestions(event.clipboardData?.getData('text/plain') ?? '');
    if (!pasted) return;
    event.preventDefault();
    problem.value = typeof pasted === 'string' ? pasted : undefined;
    if (typeof pasted === 'string') return;
    const ids = new Set(pasted.map(({ id }) => id));
    const others = rows.filter(({ id, instructions }) => !ids.has(id) && instructions !== '');
    put([...others, ...pasted]);
    announce(l10n.t('{0} questions added', pasted.length));
  }

  return (
    <div class="mode-editor" ref={frame} onPaste={paste}>
      <div class="pairs questions">
        {rows.map((row, at) => (
          <Question
            key={row.id}
            row={row}
            taken={rows.map(({ id }) => id)}
            onRow={(next) => put(rows.map((one, index) => (index === at ? next : one)))}
            onRemove={() => {
              put(rows.filter((_, index) => index !== at));
              wanted.current = Math.min(at, rows.length - 2);
              announce(l10n.t('Question {0} removed', row.id));
            }}
          />
        ))}
      </div>
      {problem.value !== undefined && (
        <p class="paste-problem" role="alert">
          {l10n.t('Nothing was pasted: {0}', revealedText(problem.value))}
        </p>
      )}
      <div class="button-row">
        <Button
          label={l10n.t('Add Question')}
          icon="add"
          kind="secondary"
          class="add-pair"
          onClick={() => {
            put([...rows, newQuestion(rows)]);
            wanted.current = rows.length;
          }}
        />
        <Button
          label={l10n.t('Edit as JSON')}
          icon="json"
          kind="secondary"
          onClick={() => void dock.modes.flush().then(() => settings.edit('request'))}
        />
        <Button
          label={l10n.t('Decide Rows of File…')}
          icon="file-text"
          kind="secondary"
          onClick={() => void dock.modes.flush().then(() => actions.decideRows())}
        />
      </div>
    </div>
  );
}

interface QuestionProps {
  readonly row: QuestionRow;
  readonly taken: readonly string[];
  readonly onRow: (row: QuestionRow) => void;
  readonly onRemove: () => void;
}

function Question({ row, taken, onRow, onRemove }: QuestionProps): VNode {
  const { id, type, instructions } = row;
  return (
    <div class="question" role="group" aria-label={l10n.t('Question {0}', id)}>
      <QuestionId row={row} taken={taken} onRow={onRow} />
      <select
        class="choice"
        aria-label={l10n.t('Type of question {0}', id)}
        value={type}
        onChange={({ currentTarget }) => {
          const next = QUESTION_TYPES.find((one) => one === currentTarget.value) ?? type;
          onRow({ ...row, type: next });
        }}
      >
        {QUESTION_TYPES.map((one) => (
          <option key={one} value={one}>
            {TYPES[one].label()}
          </option>
        ))}
      </select>
      <GrowingText
        class="question-instructions"
        name={l10n.t('Instructions for question {0}', id)}
        placeholder={l10n.t('Question, such as “Is the product defective?”')}
        value={instructions}
        onText={(text) => onRow({ ...row, instructions: text })}
      />
      <Button label={l10n.t('Remove Question {0}', id)} icon="close" bare onClick={onRemove} />
      <Criteria row={row} onRow={onRow} />
    </div>
  );
}

/** The ID. Invalid and used IDs stay in the field and change nothing. */
function QuestionId({ row, taken, onRow }: Omit<QuestionProps, 'onRemove'>): VNode {
  const draft = useSignal<string | undefined>(undefined);
  const isWrong = draft.value !== undefined;
  return (
    <input
      type="text"
      class="question-id"
      maxLength={64}
      spellcheck={false}
      aria-label={l10n.t('ID of question {0}', row.id)}
      aria-invalid={isWrong ? true : undefined}
      title={
        isWrong
          ? l10n.t('Use only letters, digits, “_”, and “-”. Each ID must be unique.')
          : undefined
      }
      value={draft.value ?? row.id}
      onChange={({ currentTarget }) => {
        const id = currentTarget.value.trim();
        const isFree = id === row.id || !taken.includes(id);
        const isValid = isFree && /^[A-Za-z0-9_-]{1,64}$/.test(id);
        draft.value = isValid ? undefined : currentTarget.value;
        if (isValid && id !== row.id) onRow({ ...row, id });
      }}
    />
  );
}

/** The criteria as typed, as long as they mean what the host has. */
function Criteria({ row, onRow }: Pick<QuestionProps, 'row' | 'onRow'>): VNode {
  const typed = useSignal(row.criteria);
  const meaning = (text: string): string => JSON.stringify(criteriaOf(row.type, text) ?? null);
  const text = meaning(typed.value) === meaning(row.criteria) ? typed.value : row.criteria;
  return (
    <GrowingText
      class="question-criteria"
      name={l10n.t('Criteria for question {0}', row.id)}
      placeholder={TYPES[row.type].hint()}
      value={text}
      onText={(now) => {
        typed.value = now;
        onRow({ ...row, criteria: now });
      }}
    />
  );
}
