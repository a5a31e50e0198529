import { useLayoutEffect, useRef } from 'preact/hooks';
import './modes.css';
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { GrowingText } from '../../../webview/kit/growingText';
import { DEFAULT_MODE } from '../../../conversation/model/conversation';
import { MODES } from '../../../conversation/model/modes';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import type { Pair } from '../state/unsavedEdits';
import { QuestionsEditor } from './questionsEditor';
import { useUniqueId } from '../../../webview/kit/uniqueId';

export function ModeArea(): VNode | null {
  const { panel, dock, actions } = useStore();
  const { mode = DEFAULT_MODE, oneText } = panel.value ?? {};
  const { hasSources, hasAuthors, hasQuestions, splitsLines } = MODES[mode];
  if (!hasSources && !hasAuthors && !hasQuestions && !splitsLines) return null;
  return (
    <section
      class="mode-area"
      aria-label={l10n.t('Mode input')}
      onFocusOut={() => void dock.modes.flush()}
    >
      {hasSources && <PassagesEditor />}
      {hasAuthors && <MessageEditor />}
      {hasQuestions && <QuestionsEditor />}
      {splitsLines && (
        <label class="check">
          <input
            type="checkbox"
            checked={!oneText}
            onChange={({ currentTarget }) => {
              void actions.setOneText({ oneText: !currentTarget.checked });
            }}
          />
          {l10n.t('Enter one string per line')}
        </label>
      )}
    </section>
  );
}

function PassagesEditor(): VNode {
  const { dock, actions, panel } = useStore();
  const { passages, source } = dock.modes;
  const title = panel.value?.sourceTitle;
  const name = revealedText(source.value);
  const hasSource = source.value !== '';
  return (
    <PairsEditor
      class="passages"
      pairs={passages.value.value}
      onPairs={passages.put}
      isHidden={hasSource}
      labels={[
        (row) => l10n.t('Name of passage {0}', row),
        (row) => l10n.t('Text of passage {0}', row),
      ]}
      remove={(row) => l10n.t('Remove Passage {0}', row)}
      add={l10n.t('Add Passage')}
      fresh={(pairs) => [freeName(pairs), '']}
      before={
        hasSource && (
          <span class="answers-from" title={name}>
            {title === undefined
              ? l10n.t('Answers from {0}', name)
              : l10n.t('Answers from “{0}”', revealedText(title))}
          </span>
        )
      }
      behind={
        <>
          <Button
            label={l10n.t('Select Corpus…')}
            kind="secondary"
            onClick={() => void actions.pickSource()}
          />
          {hasSource && (
            <Button
              label={l10n.t('Use Passages Instead')}
              kind="secondary"
              onClick={() => void actions.clearSource()}
            />
          )}
        </>
      }
    />
  );
}

/** Returns the lowest unused number, because passage names must be unique. */
function freeName(pairs: readonly Pair[]): string {
  const taken = new Set(pairs.map(([id]) => id));
  let number = pairs.length + 1;
  while (taken.has(String(number))) number++;
  return String(number);
}

function MessageEditor(): VNode {
  const { author, messagePrompt } = useStore().dock.modes;
  const prompt = messagePrompt.value.value;
  const [authorId, contextId] = [useUniqueId(), useUniqueId()];
  return (
    <div class="mode-editor">
      <div class="mode-field">
        <label for={authorId}>{l10n.t('Your name')}</label>
        <input
          id={authorId}
          type="text"
          maxLength={256}
          placeholder={l10n.t('None')}
          value={author.value.value}
          onInput={({ currentTarget }) => author.put(currentTarget.value)}
        />
      </div>
      <div class="mode-field">
        <label for={contextId}>{l10n.t('Context')}</label>
        <GrowingText
          id={contextId}
          placeholder={l10n.t('How the model should respond, such as its persona.')}
          value={prompt.context}
          onText={(context) => messagePrompt.put({ ...prompt, context })}
        />
      </div>
      <PairsEditor
        class="examples"
        pairs={prompt.examples}
        onPairs={(examples) => messagePrompt.put({ ...prompt, examples })}
        labels={[
          (row) => l10n.t('Input of example {0}', row),
          (row) => l10n.t('Output of example {0}', row),
        ]}
        remove={(row) => l10n.t('Remove Example {0}', row)}
        add={l10n.t('Add Example')}
        fresh={() => ['', '']}
      />
    </div>
  );
}

interface PairsEditorProps {
  readonly pairs: readonly Pair[];
  readonly onPairs: (pairs: readonly Pair[]) => void;
  readonly labels: readonly [first: (row: number) => string, second: (row: number) => string];
  readonly remove: (row: number) => string;
  readonly add: string;
  readonly class: string;
  readonly fresh: (pairs: readonly Pair[]) => Pair;
  readonly isHidden?: boolean;
  readonly before?: ComponentChildren;
  readonly behind?: ComponentChildren;
}

function PairsEditor(props: PairsEditorProps): VNode {
  const { pairs, onPairs, labels, remove, isHidden = false } = props;
  const { announce } = useStore();
  const frame = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = frame.current?.querySelectorAll('.pair')[wanted.current];
    wanted.current = undefined;
    const fields = [...(row?.querySelectorAll('textarea') ?? [])];
    const field = fields.find(({ value }) => value === '') ?? fields.at(-1);
    (field ?? frame.current?.querySelector<HTMLElement>('.add-pair'))?.focus();
  });

  function put(row: number, at: 0 | 1, text: string): void {
    onPairs(
      pairs.map((pair, index) => {
        if (index !== row) return pair;
        return at === 0 ? [text, pair[1]] : [pair[0], text];
      }),
    );
  }

  return (
    <div class="mode-editor" ref={frame}>
      {!isHidden && pairs.length > 0 && (
        <div class={`pairs ${props.class}`}>
          {pairs.map((pair, row) => (
            <div class="pair">
              {([0, 1] as const).map((at) => (
                <GrowingText
                  name={labels[at](row + 1)}
                  placeholder={labels[at](row + 1)}
                  value={pair[at]}
                  onText={(text) => put(row, at, text)}
                />
              ))}
              <Button
                label={remove(row + 1)}
                icon="close"
                bare
                onClick={() => {
                  onPairs(pairs.filter((_, index) => index !== row));
                  wanted.current = Math.min(row, pairs.length - 2);
                  announce(remove(row + 1));
                }}
              />
            </div>
          ))}
        </div>
      )}
      <div class="button-row">
        {props.before}
        {!isHidden && (
          <Button
            label={props.add}
            icon="add"
            kind="secondary"
            class="add-pair"
            onClick={() => {
              onPairs([...pairs, props.fresh(pairs)]);
              wanted.current = pairs.length;
            }}
          />
        )}
        {props.behind}
      </div>
    </div>
  );
}
