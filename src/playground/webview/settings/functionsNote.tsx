import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { MODES, settingsModeOf } from '../../../conversation/model/modes';
import { functionNames } from '../../../conversation/model/tools';
import { useStore } from '../useStore';
import { revealedText } from '../pieces';
import { AutomaticAnswers } from './automaticAnswers';

/** Names of functions that are told to be wrong. */
const MOST = 5;

/**
 * What the settings say about declared functions: names that the service refuses, and saved results. Only chats and
 * single prompts call functions.
 */
export function FunctionsNote(): VNode | null {
  const { panel } = useStore();
  const { mode, settings } = panel.value ?? {};
  if (mode === undefined || !MODES[mode].isChat) return null;
  const { names, invalid, repeated } = functionNames(settings?.requests?.[settingsModeOf(mode)]);
  const problems = [
    ...invalid.map((name) =>
      l10n.t(
        'The service does not take this name of a function: {0}. Names have up to 64 letters, digits and _ . : -',
        revealedText(name || l10n.t('(no name)')),
      ),
    ),
    ...repeated.map((name) => l10n.t('Declared more than once: {0}', revealedText(name))),
  ].slice(0, MOST);
  if (names.length === 0) return null;
  return (
    <div class="functions">
      {problems.map((text) => (
        <p key={text} class="field-error">
          {text}
        </p>
      ))}
      <AutomaticAnswers />
    </div>
  );
}
