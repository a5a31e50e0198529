import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { Icon } from '../../../webview/kit/icon';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';

/** The prompt file that the conversation belongs to: a click on its name opens it, a button saves it. */
export function PromptBar(): VNode | null {
  const { panel, actions, dock } = useStore();
  const promptFile = panel.value?.promptFile;
  if (promptFile === undefined) return null;
  const name = revealedText(promptFile);
  return (
    <div class="prompt-bar" role="group" aria-label={l10n.t('Prompt file')}>
      <button
        type="button"
        class="prompt-file"
        title={l10n.t('Open {0} in the Editor', name)}
        onClick={() => void actions.showPromptFile()}
      >
        <Icon name="file-text" />
        <span class="label">{name}</span>
      </button>
      <Button
        label={l10n.t('Save to File')}
        kind="secondary"
        onClick={() => {
          void actions.savePrompt({ text: dock.draft.message.peek(), over: true });
        }}
      />
    </div>
  );
}
