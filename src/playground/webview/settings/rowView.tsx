import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { JsonValue } from '../../../api/schema/row';
import { isObject, textAt } from '../../../base/json';
import { Button } from '../../../webview/kit/button';
import { Check, Choice, Choices, type Option } from '../../../webview/kit/choice';
import { Field } from '../../../webview/kit/field';
import { NumberInput, Slider } from '../../../webview/kit/slider';
import type { Format } from '../format';
import { useStore } from '../useStore';
import { OpenEditor, PartInput, type RowInputProps } from './partInput';
import type { ChoiceRow, NamesRow, NumberRow, SettingRow, TextRow } from '../settingRows/row';
import { nameOf, replacementText } from '../settingRows/rowValue';
import type { RowState, SettingFacts } from '../state/settingsState';
import { problemOf, rangeProblem, wordsOf } from '../settingRows/typed';

const LAYOUTS: { readonly [K in SettingRow['kind']]?: 'below' | 'before' } = {
  text: 'below',
  flag: 'before',
};

export function RowView({ row }: { readonly row: SettingRow }): VNode {
  const { settings, format } = useStore();
  const state = settings.row(row.key).value;
  const facts = settings.facts.value;
  const onType = (typed: string): void => settings.type(row.key, typed);
  return (
    <Field
      id={`${settings.page.id}-${row.key}`}
      label={nameOf(row)}
      layout={LAYOUTS[row.kind] ?? 'beside'}
      isGroup={row.kind === 'choices'}
      isInner={row.needs !== undefined}
      isSet={state.typed !== ''}
      help={[helpOf(row, facts, format), replacementText(row)].filter(Boolean).join(' ')}
      note={noteOf(row, settings.page.query.value.trim() !== '')}
      error={
        problemOf(row, state.typed, { ...facts, format }) ??
        rangeProblem(row, state.typed, (key) => settings.row(key).value.typed)
      }
      warning={warningOf(state, facts)}
      onReset={() => onType('')}
      input={(input) => <RowInput {...{ row, input, state, onType }} />}
    >
      {row.kind === 'part' && <OpenEditor part={row.part} />}
    </Field>
  );
}

function RowInput({ row, ...rest }: RowInputProps<SettingRow>): VNode {
  const { settings } = useStore();
  const facts = settings.facts.value;
  const { input, state, onType } = rest;
  switch (row.kind) {
    case 'number':
      return <NumberRowInput row={row} {...rest} />;
    case 'choice':
      return (
        <Choice
          input={input}
          options={choiceOptions(row, facts)}
          value={state.typed}
          onChange={onType}
        />
      );
    case 'choices':
      return <ChoicesRowInput row={row} {...rest} />;
    case 'flag':
      return (
        <Check
          input={input}
          isOn={state.typed === 'true'}
          onChange={(isOn) => onType(isOn ? 'true' : '')}
        />
      );
    case 'names':
      return <NamesInput row={row} {...rest} />;
    case 'part':
      return <PartInput row={row} {...rest} />;
    default:
      return <TextRowInput row={row} {...rest} />;
  }
}

function NumberRowInput({ row, input, state, onType }: RowInputProps<NumberRow>): VNode {
  const { settings, format } = useStore();
  const { model, mode } = settings.facts.value;
  const standard = row.standard?.(model);
  const { parsed } = state;
  const shared = {
    input,
    typed: state.typed,
    placeholder: standard === undefined ? l10n.t('Default') : written(row, standard, format),
    isCount: row.whole && row.min >= 0,
    onType,
  };
  if (row.step === undefined) return <NumberInput {...shared} />;
  return (
    <Slider
      {...shared}
      label={nameOf(row)}
      min={row.min}
      max={row.max(model, mode)}
      step={row.step}
      value={'value' in parsed ? (parsed.value as number | undefined) : undefined}
      standard={standard}
    />
  );
}

function ChoicesRowInput({ row, input, state, onType }: RowInputProps<ChoiceRow>): VNode {
  const { parsed } = state;
  const values = ('value' in parsed ? parsed.value : []) as readonly string[];
  const others = values.filter((value) => !row.options.includes(value));
  return (
    <Choices
      input={input}
      label={nameOf(row)}
      options={optionsOf(row)}
      values={values}
      onChange={(value, isChosen) => {
        const chosen = row.options.filter((option) =>
          option === value ? isChosen : values.includes(option),
        );
        const all = [...chosen, ...others];
        onType(all.length === 0 ? '' : JSON.stringify(all));
      }}
    />
  );
}

function TextRowInput({ row, input, state, onType }: RowInputProps<TextRow>): VNode {
  const placeholder = row.placeholder?.();
  const isList = row.kind === 'lines';
  if (row.kind === 'day') {
    return (
      <input
        {...input}
        type="date"
        value={state.typed}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    );
  }
  if (row.isFilter) return <FilterInput {...{ row, input, state, onType }} />;
  if (row.kind === 'line') {
    return (
      <input
        {...input}
        type="text"
        placeholder={placeholder}
        spellcheck={false}
        value={state.typed}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    );
  }
  return (
    <textarea
      {...input}
      class={isList ? 'growing code' : 'growing'}
      rows={isList ? 1 : 3}
      placeholder={placeholder}
      spellcheck={!isList}
      value={state.typed}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}

function optionsOf({ options, prefix, words }: ChoiceRow): readonly Option[] {
  return options.map((value) => ({ value, label: words?.[value]?.() ?? wordsOf(value, prefix) }));
}

function choiceOptions(row: ChoiceRow, { model }: SettingFacts): readonly Option[] {
  const all = optionsOf(row);
  const standard = all.find(({ value }) => value === row.standard?.(model));
  const label = standard ? l10n.t('Default ({0})', standard.label) : l10n.t('Default');
  const taken = row.takes?.(model);
  return [{ value: '', label }, ...all.filter(({ value }) => taken?.includes(value) ?? true)];
}

function written(row: NumberRow, value: number, format: Format): string {
  return row.whole ? format.count(value) : format.decimal(value);
}

/** The search has no help text in sight, so it names the replacement. */
function noteOf({ replacedBy }: SettingRow, isSearched: boolean): string | undefined {
  if (replacedBy === undefined) return undefined;
  if (!isSearched) return l10n.t('deprecated');
  // Lines may break after a period.
  return l10n.t('deprecated, use {0}', replacedBy.replaceAll('.', '.\u200B'));
}

function helpOf(row: SettingRow, facts: SettingFacts, format: Format): string | undefined {
  return row.kind === 'number' ? numberHelp(row, facts, format) : row.hint?.();
}

function numberHelp(row: NumberRow, { model, mode }: SettingFacts, format: Format): string {
  const max = row.max(model, mode);
  const standard = row.standard?.(model);
  const range =
    row.min === 1
      ? l10n.t('up to {0}', format.count(max))
      : l10n.t('{0} to {1}', format.count(row.min), format.count(max));
  const words = [
    standard === undefined
      ? l10n.t('Model default')
      : l10n.t('Default {0}', written(row, standard, format)),
    ...(row.anyRange ? [] : [range]),
  ];
  return [`${words.join(', ')}.`, row.hint?.()].filter(Boolean).join(' ');
}

function warningOf({ unsent }: RowState, { version }: SettingFacts): string | undefined {
  if (unsent === 'refused') return l10n.t('Not sent: not supported by this model.');
  if (unsent === 'apart') {
    return l10n.t('Not sent: not supported by this model together with functions or tools.');
  }
  return unsent === 'unknown'
    ? l10n.t('Not sent: API version {0} doesn’t have this field.', version)
    : undefined;
}

function NamesInput({ row, input, state }: RowInputProps<NamesRow>): VNode {
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
function FilterInput({ row, input, state, onType }: RowInputProps<TextRow>): VNode {
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
