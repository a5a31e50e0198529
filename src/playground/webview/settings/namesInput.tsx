import * as l10n from '@vscode/l10n';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { JsonValue } from '../../../api/schema/row';
import { isObject, textAt } from '../../../base/json';
import { Button } from '../../../webview/kit/button';
import type { FieldInput } from '../../../webview/kit/field';
import type { NamesRow, SettingRow, TextRow } from '../settingRows/row';
import type { RowState } from '../state/settingsState';
import { useStore } from '../useStore';

export interface RowInputProps<R extends SettingRow> {
  readonly row: R;
  readonly input: FieldInput;
  readonly state: RowState;
  readonly onType: (typed: string) => void;
}

export function NamesInput({ row, input, state }: RowInputProps<NamesRow>): VNode {
  const { settings, actions, format } = useStore();
  const value = 'value' in state.parsed ? state.parsed.value : undefined;
  const names = Array.isArray(value) ? (value as readonly JsonValue[]).map(nameOfItem) : [];
  const [only = ''] = names;
  const summary =
    names.length === 0
      ? l10n.t('None')
      : names.length === 1
        ? only.replace(/^.*\//, '')
        : row.count(format.count(names.length));
  const choose = async (): Promise<void> => {
    await settings.flush();
    await actions[row.by]();
  };
  return (
    <div class="part-row">
      <span class="part-summary" title={names.join('\n')}>
        {summary}
      </span>
      <Button
        id={input.id}
        describedBy={input['aria-describedby']}
        label={l10n.t('Edit…')}
        name={row.button()}
        kind="secondary"
        onClick={() => void choose()}
      />
    </div>
  );
}

function nameOfItem(item: JsonValue): string {
  return typeof item === 'string' ? item : isObject(item) ? textAt(item, 'name') : '';
}

const MAX_KEYS = 100;

/** Matches complete conditions before the one being typed. */
const LAST_CONDITION = /^(.*(?:\bAND\b|\bOR\b|\()\s*)?(.*)$/is;

/** A metadata filter with completion of keys. */
export function FilterInput({ row, input, state, onType }: RowInputProps<TextRow>): VNode {
  const { actions } = useStore();
  const keys = useSignal<readonly string[]>([]);
  const [, before = '', last = ''] = LAST_CONDITION.exec(state.typed) ?? [];
  const isKey = /^\S*$/.test(last);
  const list = `${input.id}-keys`;
  return (
    <>
      <input
        {...input}
        type="text"
        list={list}
        placeholder={row.placeholder?.()}
        spellcheck={false}
        value={state.typed}
        onFocus={() => {
          void actions.metadataKeys({ most: MAX_KEYS }).then((told) => {
            if (told) keys.value = told.answer;
          });
        }}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <datalist id={list}>
        {isKey && keys.value.map((key) => <option key={key} value={`${before}${key} = `} />)}
      </datalist>
    </>
  );
}
