import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { GrowingText } from '../../../webview/kit/growingText';
import { Icon } from '../../../webview/kit/icon';
import type { ToolCallState } from '../../../conversation/model/settings';
import { MAX_AUTOMATIC_ROUNDS } from '../../../conversation/model/turns';
import type { PendingCalls, PendingCall } from '../state/functionResults';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import { AutomaticAnswers } from '../settings/settingsHead';
import { useUniqueId } from '../../../webview/kit/uniqueId';

/** Delay in ms before showing calls that are answered automatically. */
const AUTOMATIC_MS = 500;

export function ResultsArea(): VNode | null {
  const { dock } = useStore();
  const { asked } = dock.results;
  const key = JSON.stringify([asked.value?.turn, asked.value?.calls.map((call) => call.key)]);
  const isAutomatic = asked.value?.isAutomatic ?? false;
  const shown = useSignal('');
  useEffect(() => {
    if (!isAutomatic) {
      shown.value = key;
      return undefined;
    }
    const timer = setTimeout(() => (shown.value = key), AUTOMATIC_MS);
    return () => clearTimeout(timer);
  }, [key, isAutomatic]);
  if (!asked.value || (isAutomatic && shown.value !== key)) return null;
  return <Results key={key} asked={asked.value} />;
}

function Results({ asked }: { readonly asked: PendingCalls }): VNode {
  const { calls, capped, round } = asked;
  const { dock, format, actions } = useStore();
  const { results, draft } = dock;
  const frame = useRef<HTMLElement>(null);
  const [only] = calls;
  const isOne = calls.length === 1;
  const isRunning = results.isRunning.value;
  const canRun = calls.some(({ run }) => run?.canRun && run.state !== 'done');
  const title = isOne
    ? l10n.t('The model is waiting for the result of {0}.', revealedText(only?.name ?? ''))
    : l10n.t('The model is waiting for {0} results.', format.count(calls.length));
  const send = async (): Promise<void> => {
    const hadFocus = frame.current?.contains(document.activeElement) ?? false;
    const { isSent, wrong } = await results.send();
    const at = calls.findIndex(({ key }) => key === wrong);
    if (at >= 0) frame.current?.querySelectorAll('textarea')[at]?.focus();
    else if (isSent && hadFocus) draft.focus();
  };
  const decline = async (): Promise<void> => {
    const hadFocus = frame.current?.contains(document.activeElement) ?? false;
    if ((await results.decline()) && hadFocus) draft.focus();
  };
  return (
    <section class="results" aria-label={title} ref={frame}>
      <p class="results-title">{title}</p>
      {capped !== undefined && (
        <p class="note">
          {l10n.t(
            'Results were sent automatically {0} times in a row. To continue, send the next results manually.',
            format.count(capped),
          )}
        </p>
      )}
      {round !== undefined && (
        <p class="note">
          {l10n.t(
            'Automatic round {0} of {1}.',
            format.count(round),
            format.count(MAX_AUTOMATIC_ROUNDS),
          )}
        </p>
      )}
      <div class="result-fields">
        {calls.map((call) => (
          <ResultField key={call.key} call={call} onSend={() => void send()} />
        ))}
      </div>
      <div class="results-foot">
        {isRunning ? (
          <div class="button-row">
            <Button label={l10n.t('Stop')} kind="secondary" onClick={() => void actions.stop()} />
          </div>
        ) : (
          <div class="button-row">
            <Button
              label={isOne ? l10n.t('Send Result') : l10n.t('Send Results')}
              kind={canRun ? 'secondary' : 'primary'}
              onClick={() => void send()}
            />
            <Button
              label={l10n.t('Decline')}
              title={l10n.t('Tells the model that the functions weren’t run')}
              kind="secondary"
              onClick={() => void decline()}
            />
          </div>
        )}
        {calls.some(({ run }) => !run) && <AutomaticAnswers />}
      </div>
    </section>
  );
}

interface ResultFieldProps {
  readonly call: PendingCall;
  readonly onSend: () => void;
}

function ResultField({ call, onSend }: ResultFieldProps): VNode {
  const { results } = useStore().dock;
  const [id, errorId, keepId] = [useUniqueId(), useUniqueId(), useUniqueId()];
  const name = revealedText(call.name);
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>{l10n.t('Result of {0}', name)}</label>
      </div>
      {call.run && <ToolRun call={call} run={call.run} />}
      {call.run?.state !== 'running' && call.run?.state !== 'done' && (
        <GrowingText
          id={id}
          class="code"
          rows={2}
          spellcheck={false}
          placeholder={l10n.t('Text, or JSON such as {"degrees": 21}')}
          value={call.text}
          wrongBecause={call.error === undefined ? undefined : errorId}
          onText={(text) => results.write(call, { text })}
          onChange={() => results.check(call)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onSend();
          }}
        />
      )}
      {call.error !== undefined && (
        <p class="field-error" id={errorId}>
          {call.error}
        </p>
      )}
      {!call.run && (
        <div class="check-row">
          <input
            id={keepId}
            type="checkbox"
            checked={call.keep}
            onChange={({ currentTarget }) => results.write(call, { keep: currentTarget.checked })}
          />
          <label for={keepId}>{l10n.t('Save as the result of {0}', name)}</label>
        </div>
      )}
    </div>
  );
}

interface ToolRunProps {
  readonly call: PendingCall;
  readonly run: ToolCallState;
}

/** Runs a call with its VS Code tool, and shows the progress. */
function ToolRun({ call, run: { tool, state, problem, canRun } }: ToolRunProps): VNode {
  const { results } = useStore().dock;
  const name = revealedText(tool);
  const told = {
    ready: l10n.t('VS Code tool: {0}', name),
    running: l10n.t('Running {0}…', name),
    done: l10n.t('{0} completed. Results are sent when each call has one.', name),
    failed: problem === undefined ? l10n.t('{0} was canceled.', name) : revealedText(problem),
  }[state];
  const icon = (
    { ready: 'symbol-method', running: 'loading', done: 'check', failed: 'error' } as const
  )[state];
  const isOffered = state === 'ready' || state === 'failed';
  return (
    <div class="tool-run">
      <p class="tool-state" role="status">
        <Icon name={icon} />
        <span>{told}</span>
      </p>
      {state === 'ready' && problem !== undefined && <p class="note">{revealedText(problem)}</p>}
      {isOffered && (
        <div class="button-row">
          <Button
            label={l10n.t('Run')}
            name={l10n.t('Run {0}', name)}
            kind="primary"
            isDisabled={!canRun}
            onClick={() => void results.run(call, false)}
          />
          <Button
            label={l10n.t('Run for This Conversation')}
            title={l10n.t('Also runs later calls to {0} in this panel without asking', name)}
            kind="secondary"
            isDisabled={!canRun}
            onClick={() => void results.run(call, true)}
          />
        </div>
      )}
    </div>
  );
}
