import * as l10n from '@vscode/l10n';
import { AppError, messageWithHint } from '../../../base/errors';
import { objectAt, textAt } from '../../../base/json';
import { plainText } from '../../../platform/plainText';
import type { PickButton, PickItem } from '../../../platform/prompts';
import { safeFileName } from '../../../platform/safeFiles';
import type { Version } from '../../../api/versions';
import type { Conversation } from '../../../conversation/model/conversation';
import {
  PROMPT_ENDING,
  type PromptFile,
  promptFileName,
} from '../../../conversation/model/promptFile';
import { readPrompt } from '../../../conversation/prompts/readPrompt';
import { withHeadersOf } from '../../../conversation/request/serverHeaders';
import type { Session } from '../../../conversation/session/session';
import { confirmPrompt } from './promptAgreement';
import { type PromptDeps, knownValues, requireTrust } from './promptFiles';
import { replacePrompt } from './savePrompt';

/** A preset is a prompt file whose settings a conversation takes over. */
export interface Preset {
  readonly uri: string;
  /** Whether it is in the extension’s storage instead of the workspace. */
  readonly isGlobal: boolean;
  /** Path of its folder in the workspace. */
  readonly folder?: string;
}

/** The folders with presets, by URL. */
export interface PresetFiles {
  /** Global presets, then the prompt files of a trusted workspace. */
  list(): Promise<readonly Preset[]>;
  /** Returns where a new preset can be saved: globally, then in each workspace folder. */
  places(fileName: string): readonly (Preset & { readonly label: string })[];
  /** Throws if the file can't be renamed. */
  rename(from: string, to: string): Promise<void>;
  delete(uri: string): Promise<void>;
}

export interface PresetDeps extends PromptDeps {
  readonly presets: PresetFiles;
}

interface Context extends PresetDeps {
  readonly session: Session;
}

/** Returns whether to show the list again. */
type PresetAction = () => Promise<boolean>;

/**
 * Shows the presets: applies the selected one, or saves, renames, or deletes one.
 * @throws AppError if a preset can't be read or written
 * @throws CancelledError if the user denies access
 */
export async function managePresets(deps: PresetDeps, session: Session): Promise<void> {
  session.refuseWhileStreaming();
  const context = { ...deps, session };
  for (;;) {
    const action = await deps.prompts.pick<PresetAction>(
      { title: l10n.t('Presets'), placeholder: l10n.t('Select a preset to apply') },
      presetRows(context),
    );
    if (!action || !(await action())) return;
  }
}

async function presetRows(context: Context): Promise<readonly PickItem<PresetAction>[]> {
  const { presets, session } = context;
  const { keptSettings } = session.services;
  await keptSettings.load();
  const all = await presets.list();
  const own = all.filter(({ isGlobal }) => isGlobal);
  const applicable = all.map((preset, at): PickItem<PresetAction> => {
    const separator = l10n.t('Prompt files of this workspace');
    return {
      ...presetRow(context, preset),
      ...(at === own.length && { separator }),
      buttons: presetButtons(context, preset),
      value: () => applyPreset(context, preset),
    };
  });
  const save: PickItem<PresetAction> = {
    icon: 'save',
    label: l10n.t('Save Current Settings as Preset…'),
    separator: '',
    value: again(() => savePreset(context)),
  };
  if (all.length === 0) return [save];
  // The same actions as the buttons of the rows, for the keyboard.
  const rename = l10n.t('Rename Preset…');
  const remove = l10n.t('Delete Preset…');
  return [
    ...applicable,
    save,
    ...(own.length > 0 ? [initialPresetRow(context, own)] : []),
    { icon: 'edit', label: rename, value: choosing(context, rename, all, renamePreset) },
    { icon: 'trash', label: remove, value: choosing(context, remove, all, deletePreset) },
  ];
}

type PresetWork = (context: Context, preset: Preset) => Promise<void>;

function presetButtons(context: Context, preset: Preset): readonly PickButton<PresetAction>[] {
  const button = (icon: string, tooltip: string, work: PresetWork): PickButton<PresetAction> => {
    return { icon, tooltip, value: again(() => work(context, preset)) };
  };
  const isInitial = isInitialPreset(context, preset);
  return [
    ...(!preset.isGlobal
      ? []
      : isInitial
        ? [
            button('pinned', l10n.t('Don’t Use for New Conversations'), ({ session }) =>
              startWith(session, undefined),
            ),
          ]
        : [
            button('pin', l10n.t('Use for New Conversations'), ({ session }, { uri }) =>
              startWith(session, promptFileName(uri)),
            ),
          ]),
    button('edit', l10n.t('Rename Preset…'), renamePreset),
    button('trash', l10n.t('Delete Preset'), deletePreset),
  ];
}

function initialPresetRow(context: Context, own: readonly Preset[]): PickItem<PresetAction> {
  const { prompts, session } = context;
  const label = l10n.t('Select Preset for New Conversations…');
  return {
    icon: 'pin',
    label,
    value: again(async () => {
      const chosen = await prompts.pick<Preset | 'none'>(
        {
          title: l10n.t('Presets'),
          placeholder: l10n.t('Select a preset for new conversations'),
        },
        [
          ...own.map((preset) => ({
            ...presetRow(context, preset),
            value: preset,
            active: isInitialPreset(context, preset),
          })),
          { label: l10n.t('No preset'), icon: 'circle-slash', value: 'none' },
        ],
      );
      if (chosen)
        await startWith(session, chosen === 'none' ? undefined : promptFileName(chosen.uri));
    }),
  };
}

function choosing(
  context: Context,
  placeholder: string,
  all: readonly Preset[],
  work: PresetWork,
): PresetAction {
  return again(async () => {
    const preset = await context.prompts.pick(
      { title: l10n.t('Presets'), placeholder },
      all.map((value) => ({ ...presetRow(context, value), value })),
    );
    if (preset) await work(context, preset);
  });
}

function again(work: () => Promise<void>): PresetAction {
  return async () => {
    await work();
    return true;
  };
}

function presetRow(
  context: Context,
  preset: Preset,
): Pick<PickItem<never>, 'label' | 'icon' | 'description'> {
  const { uri, isGlobal, folder = '' } = preset;
  return {
    label: presetName(uri),
    icon: isGlobal ? 'bookmark' : 'file',
    description: isInitialPreset(context, preset) ? l10n.t('For new conversations') : folder,
  };
}

function isInitialPreset({ session }: Context, { uri, isGlobal }: Preset): boolean {
  return isGlobal && session.services.keptSettings.preset === promptFileName(uri);
}

function presetName(uri: string): string {
  return plainText(promptFileName(uri).slice(0, -PROMPT_ENDING.length));
}

async function startWith(session: Session, preset: string | undefined): Promise<void> {
  await session.services.keptSettings.keepPreset(preset);
  session.emitState();
}

/** The parts of a conversation that a preset replaces. */
type PresetState = Pick<Conversation, 'settings' | 'model' | 'mode' | 'version' | 'oneText'>;

async function applyPreset(context: Context, preset: Preset): Promise<false> {
  const { files, memory, prompts, session } = context;
  const { uri } = preset;
  const name = promptFileName(uri);
  if (!preset.isGlobal) requireTrust(context);
  const text = await files.read(uri);
  if (text === undefined) throw new AppError('noPrompt', l10n.t('{0} doesn’t exist.', name));
  const written = { ...readPrompt(text, name), messages: [] };
  const { services } = session;
  // Other programs write files of a workspace. The fragment separates the decision from that for the messages.
  const prompt = preset.isGlobal
    ? written
    : (await confirmPrompt(written, `${uri}#settings`, context, services.uploads)).prompt;
  const { settings, mode, oneText } = prompt;
  const version = prompt.version as Version | undefined;
  const target = session.target;
  const wanted = { ...target, model: prompt.model, version: version ?? target.version };
  const isMissing = await services.models.isMissing(wanted);
  session.refuseWhileStreaming();
  const { id, ...before } = session.conversation;
  const { model } = isMissing ? before : prompt;
  const variables = { ...knownValues(prompt, uri, memory), ...before.variables };
  session.change((head) => ({
    ...withPresetState(head, {
      settings: {},
      model,
      ...(mode && { mode }),
      ...(oneText && { oneText }),
      ...(isMissing ? before.version && { version: before.version } : version && { version }),
    }),
    ...(Object.keys(variables).length > 0 && { variables }),
  }));
  session.setSettings(settings);
  session.resolveModel();
  const applied = l10n.t('Applied the preset “{0}”.', presetName(uri));
  const kept = l10n.t(
    'The model {0} isn’t available on this connection, so the model wasn’t changed.',
    plainText(prompt.model),
  );
  const undo = l10n.t('Undo');
  prompts
    .notify(isMissing ? 'warning' : 'info', isMissing ? `${applied} ${kept}` : applied, undo)
    .then((chosen) => {
      if (chosen !== undo || session.conversation.id !== id) return;
      session.refuseWhileStreaming();
      session.change((head) => withPresetState(head, before));
      session.resolveModel();
    })
    .catch((error: unknown) => prompts.notify('error', messageWithHint(error)));
  return false;
}

function withPresetState(
  { mode: _, version: __, oneText: ___, ...head }: Conversation,
  { settings, model, mode, version, oneText }: PresetState,
): Conversation {
  return {
    ...head,
    settings,
    model,
    ...(mode && { mode }),
    ...(version && { version }),
    ...(oneText && { oneText }),
  };
}

async function savePreset(context: Context): Promise<void> {
  const { presets, prompts, session } = context;
  const { mode, model, oneText, version, settings } = session.conversation;
  if (model === '') throw new AppError('noModel', l10n.t('Select a model first.'));
  const title = l10n.t('Save Current Settings as Preset');
  const fileName = await askName(context, title, '');
  if (fileName === undefined) return;
  const [first, ...others] = presets.places(fileName);
  const chosen =
    others.length === 0
      ? first
      : await prompts.pick(
          { title, placeholder: l10n.t('Select where to save the preset') },
          [first, ...others].flatMap((place) =>
            place ? { label: place.label, description: place.folder ?? '', value: place } : [],
          ),
        );
  if (!chosen) return;
  const { uri } = chosen;
  const name = promptFileName(uri);
  const written = await replacePrompt(context, uri, {
    question: (present) => present !== undefined && l10n.t('{0} already exists.', name),
    build: async (before): Promise<PromptFile> => ({
      format: 1,
      ...(textAt(before, 'name') !== '' && { name: textAt(before, 'name') }),
      ...(mode && { mode }),
      ...(oneText && { oneText }),
      model,
      ...(version && { version }),
      settings: withHeadersOf(settings, objectAt(before, 'settings')),
      messages:
        before.format === undefined ? [] : readPrompt(JSON.stringify(before), name).messages,
    }),
  });
  if (written !== undefined) {
    void prompts.notify('info', l10n.t('Saved the preset “{0}”.', presetName(uri)));
  }
}

async function askName(
  { prompts }: Context,
  title: string,
  value: string,
): Promise<string | undefined> {
  const typed = await prompts.input({
    title,
    value,
    prompt: l10n.t('Enter a name for the preset.'),
    validate: (text) => (text.trim() === '' ? l10n.t('Enter a name.') : undefined),
  });
  return typed === undefined ? undefined : safeFileName(typed, PROMPT_ENDING, 'preset');
}

async function renamePreset(context: Context, preset: Preset): Promise<void> {
  const { files, presets, session } = context;
  const { uri } = preset;
  const before = promptFileName(uri);
  const name = await askName(
    context,
    l10n.t('Rename Preset'),
    before.slice(0, -PROMPT_ENDING.length),
  );
  if (name === undefined || name === before) return;
  const to = `${uri.slice(0, uri.lastIndexOf('/') + 1)}${encodeURIComponent(name)}`;
  if ((await files.read(to)) !== undefined) {
    throw new AppError('presetExists', l10n.t('{0} already exists.', name));
  }
  await presets.rename(uri, to);
  if (isInitialPreset(context, preset)) await startWith(session, name);
}

async function deletePreset(context: Context, preset: Preset): Promise<void> {
  const { files, presets, prompts, session } = context;
  const { uri } = preset;
  const name = promptFileName(uri);
  const text = await files.read(uri);
  const isInitial = isInitialPreset(context, preset);
  await presets.delete(uri);
  if (isInitial) await startWith(session, undefined);
  if (text === undefined) return;
  const undo = l10n.t('Undo');
  prompts
    .notify('info', l10n.t('Deleted the preset “{0}”.', presetName(uri)), undo)
    .then(async (chosen) => {
      if (chosen !== undo) return;
      await files.write(uri, text);
      if (isInitial) await startWith(session, name);
    })
    .catch((error: unknown) => prompts.notify('error', messageWithHint(error)));
}
