import './modes.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { GrowingText } from '../../../webview/kit/growingText';
import { DEFAULT_MODE } from '../../../conversation/model/conversation';
import { MODES } from '../../../conversation/model/modes';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import type { Pair } from '../state/unsentInput';
import { PairsEditor } from './pairsEditor';
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
