import { type Signal, useComputed, useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Section } from '../../../webview/kit/section';
import { Separator } from '../../../webview/kit/separator';
import { isComposing } from '../dom';
import { useStore } from '../useStore';
import { StorageSetting } from '../steps/storageBar';
import { type SectionId, SECTIONS, type SettingRow } from '../settingRows/row';
import { nameOf } from '../settingRows/rowValue';
import { RowView } from './rowView';
import { AutomaticAnswers, NothingFound, ResetNote, SettingsHead } from './settingsHead';
import { SETTINGS_WIDTH } from '../state/settingsPage';
import { isSet, type SettingsState } from '../state/settingsState';
import './settings.css';
import { MODES, settingsModeOf } from '../../../conversation/model/modes';
import { functionNames } from '../../../conversation/model/requestFields';
import { revealedText } from '../reveal';
import { Button } from '../../../webview/kit/button';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import { OpenEditor } from './partInput';

export function SettingsSide(): VNode {
  const { page } = useStore().settings;
  return (
    <>
      <Separator
        label={l10n.t('Settings width')}
        controls={page.id}
        width={page.width.value}
        range={SETTINGS_WIDTH}
        hidden={!page.isOpen.value}
        onResize={(width) => page.resize(width)}
      />
      <SettingsPanel />
    </>
  );
}

export function SettingsPanel(): VNode {
  const { settings } = useStore();
  const { page } = settings;
  const isOpen = page.isOpen.value;
  /** Focus set by code doesn't show the help text. */
  const isLed = useSignal(false);
  const look = useComputed(() => (isLed.value ? 'settings quiet-help' : 'settings'));
  const frame = useFocus(settings, isLed);
  const close = (): void => {
    const isInside = frame.current?.contains(document.activeElement);
    page.close();
    if (isInside) focusOpener(page.id);
  };
  return (
    <aside
      ref={frame}
      id={page.id}
      class={look}
      aria-label={l10n.t('Settings')}
      hidden={!isOpen}
      style={{ '--settings-width': `${page.width.value}px` }}
      onFocusOut={() => {
        isLed.value = false;
        // Sends edits now, because the next click may use the settings for code or a file.
        settings.hurry();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.stopPropagation();
        if (page.query.value === '') close();
        else page.query.value = '';
      }}
    >
      {isOpen && (
        <>
          <SettingsHead onClose={close} />
          <div class="settings-body">
            <ResetNote />
            <StorageSetting />
            {SECTIONS.map((id) => (
              <SettingsSection key={id} id={id} />
            ))}
            <NothingFound />
            <SettingsFoot />
          </div>
        </>
      )}
    </aside>
  );
}

function useFocus(
  { page }: SettingsState,
  isLed: Signal<boolean>,
): { readonly current: HTMLElement | null } {
  const frame = useRef<HTMLElement>(null);
  const wanted = page.focusWanted.value;
  useLayoutEffect(() => {
    if (!wanted || !frame.current) return;
    page.focusWanted.value = undefined;
    const { key } = wanted;
    const fields = frame.current.querySelectorAll<HTMLElement>(
      '.settings-body :is(textarea, input, select, button, summary)',
    );
    const field = [...fields].find(
      ({ id, offsetParent }) =>
        offsetParent !== null && (key === undefined || id === `${page.id}-${key}`),
    );
    field?.focus();
    isLed.value = true;
  }, [wanted, page]);
  return frame;
}

function focusOpener(id: string): void {
  document.querySelector<HTMLElement>(`[aria-controls="${id}"]:not([role="separator"])`)?.focus();
}

const SECTION_TITLES: { readonly [S in SectionId]?: () => string } = {
  tools: () => l10n.t('Tools'),
  thinking: () => l10n.t('Thinking'),
  output: () => l10n.t('Output'),
  media: () => l10n.t('Images and speech'),
  sampling: () => l10n.t('Sampling'),
  safety: () => l10n.t('Safety'),
  service: () => l10n.t('Service'),
  advanced: () => l10n.t('Advanced'),
};

function SettingsSection({ id }: { readonly id: SectionId }): VNode | null {
  const { settings, format } = useStore();
  const { page } = settings;
  const rows = settings.found.value.filter(({ section }) => section === id);
  if (rows.length === 0) return null;
  const title = SECTION_TITLES[id];
  const views = rows.map((row) => <SettingsRow key={row.key} row={row} />);
  if (!title) return <div class="section-body">{views}</div>;
  const states = rows.map(({ key }) => settings.row(key).value);
  const count = states.filter(isSet).length;
  const isInvalid = states.some(({ parsed }) => 'error' in parsed);
  const badge = isInvalid
    ? { text: l10n.t('invalid'), isError: true }
    : count > 0
      ? { text: l10n.t('{0} set', format.count(count)) }
      : undefined;
  const isSearched = page.query.value.trim() !== '';
  return (
    <Section
      title={title()}
      badge={badge}
      isOpen={isSearched || page.sections.value.includes(id)}
      onToggle={(isOpen) => {
        if (!isSearched) page.toggleSection(id, isOpen);
      }}
    >
      {views}
    </Section>
  );
}

/** A setting, or its label with the reason if the model or mode doesn't support it. */
function RowOrReason({ row }: { readonly row: SettingRow }): VNode {
  const { settings } = useStore();
  const { missing } = settings.row(row.key).value;
  if (missing === undefined) return <RowView row={row} />;
  const reason =
    missing === 'model' ? l10n.t('Not supported by this model') : l10n.t('Not used in this mode');
  return (
    <p class="field-missing" aria-disabled="true">
      <span class="field-name">{nameOf(row)}</span> <span class="field-word">{reason}</span>
    </p>
  );
}

function SettingsRow({ row }: { readonly row: SettingRow }): VNode {
  return (
    <>
      <RowOrReason row={row} />
      {(row.key === 'functions' || row.key === 'toolChoice') && <FunctionsNote />}
    </>
  );
}

const MAX_FUNCTIONS = 5;

/** Notes on declared functions: invalid names and saved results. Only for modes with function calling. */
function FunctionsNote(): VNode | null {
  const { panel } = useStore();
  const { mode, settings } = panel.value ?? {};
  if (mode === undefined || !MODES[mode].isChat) return null;
  const { names, invalid, repeated } = functionNames(settings?.requests?.[settingsModeOf(mode)]);
  const problems = [
    ...invalid.map((name) =>
      l10n.t(
        'Invalid function name: {0}. Names can have up to 64 letters, digits, and _ . : -',
        revealedText(name || l10n.t('(no name)')),
      ),
    ),
    ...repeated.map((name) => l10n.t('Declared more than once: {0}', revealedText(name))),
  ].slice(0, MAX_FUNCTIONS);
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

function SettingsFoot(): VNode {
  const { panel, settings } = useStore();
  const { kept, settings: set = {} } = panel.value ?? {};
  const foot = useRef<HTMLDivElement>(null);
  // The clicked button is replaced, so the focus must move.
  const keep = async (isKept: boolean): Promise<void> => {
    await settings.keep(isKept);
    const row = foot.current?.querySelector('.button-row');
    (row ?? foot.current)?.querySelector('button')?.focus();
  };
  const isKeepOffered = kept !== 'these' && Object.keys(set).length > 0;
  return (
    <div class="settings-foot" ref={foot}>
      <Button
        label={l10n.t('Edit Request as JSON…')}
        icon="code"
        kind="secondary"
        title={l10n.t('All settings, including those without a control here.')}
        onClick={() => void settings.edit('request')}
      />
      <OpenEditor part="request" />
      {(isKeepOffered || kept !== undefined) && (
        <>
          <div class="button-row">
            {isKeepOffered && (
              <Button
                label={l10n.t('Save for New Conversations')}
                kind="secondary"
                onClick={() => void keep(true)}
              />
            )}
            {kept !== undefined && (
              <Button
                label={l10n.t('Clear Saved Settings')}
                kind="secondary"
                onClick={() => void keep(false)}
              />
            )}
          </div>
          <p class="field-note">{savedDefaultsText(kept)}</p>
        </>
      )}
    </div>
  );
}

function savedDefaultsText(kept: PlaygroundState['kept']): string {
  if (kept === 'these') return l10n.t('New conversations start with these settings.');
  return kept === 'others'
    ? l10n.t('New conversations start with different saved settings.')
    : l10n.t('To use these settings in new conversations, save them.');
}
