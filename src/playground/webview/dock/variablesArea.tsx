import './variables.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { GrowingText } from '../../../webview/kit/growingText';
import { useStore } from '../useStore';

/**
 * Fields for prompt variables; empty fields prevent sending. Variables of the last request stay for retries.
 */
export function VariablesArea(): VNode | null {
  const { variables } = useStore().dock;
  const names = variables.names.value;
  if (names.length === 0) return null;
  const isMissing = variables.missing.value !== undefined;
  const wasTried = variables.tried.value.length > 0;
  return (
    <section
      class="variables"
      aria-label={l10n.t('Variables')}
      onFocusOut={() => void variables.edits.flush()}
    >
      <div class="variable-fields">
        {names.map((name) => (
          <label key={name} class="variable">
            <span>{name}</span>
            <GrowingText
              value={variables.valueOf(name)}
              spellcheck={false}
              onText={(text) => variables.edits.put(name, text)}
            />
          </label>
        ))}
      </div>
      {(isMissing || wasTried) && (
        <div class="button-row">
          {isMissing && (
            <Button
              label={l10n.t('Send Unchanged')}
              title={l10n.t('Sends {{…}} unchanged for variables without a value.')}
              kind="secondary"
              onClick={() => variables.keepBraces()}
            />
          )}
          {wasTried && (
            <Button
              label={l10n.t('Regenerate with These Values')}
              kind="secondary"
              isDisabled={!variables.canTryAgain.value}
              onClick={() => void variables.tryAgain()}
            />
          )}
        </div>
      )}
    </section>
  );
}
