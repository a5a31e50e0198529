import * as l10n from '@vscode/l10n';
import { REQUEST_BYTES } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { shownSize } from '../../base/format';
import { textAt } from '../../base/json';
import { typeOfEnding } from '../../base/mediaTypes';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { resourceName } from '../../catalog/resourceName';
import { requireConnected } from '../../platform/errors';
import type { SourceFile } from '../../platform/localFiles';
import { runWizard, type WizardStep } from '../../platform/wizard';
import type { ResourceHandler, ResourcesContext } from '../context';

interface Answers {
  readonly how?: 'prompted' | 'replicated';
  readonly input?: string;
  readonly base?: string;
  readonly source?: SourceFile;
  readonly consent?: SourceFile;
  readonly isKept?: boolean;
  readonly name?: string;
  readonly language?: string;
}

/** Creates a voice from a description, or from a recording with the speaker's consent. */
export const createVoice: ResourceHandler = async (context, [target]) => {
  const { services } = context;
  const collection = target?.collection
    ? target
    : topCollection('voice', requireConnected(services.connections.active));
  if (!collection) return;
  const answers = await runWizard<Answers>(context.prompts, {}, stepsOf(context, collection));
  if (!answers) return;
  const made = await context.activity.run(l10n.t('Creating a voice'), async (task) => {
    const body = await bodyOf(answers, task.signal);
    const mark = services.store.mark([collection], 'creating');
    try {
      const input = { body };
      const options = { signal: task.signal };
      const voice = await services.calls.call(collection, 'voices.create', input, options);
      task.conclude(l10n.t('Created a voice'));
      return voice;
    } finally {
      mark.dispose();
    }
  });
  await showMade(context, collection, made);
};

async function showMade(
  context: ResourcesContext,
  collection: ResourceRef,
  made: JsonObject,
): Promise<void> {
  const { services, prompts, system } = context;
  const { connection, version, kind } = collection;
  const name = resourceName(collection, made);
  if (name !== '') {
    const ref: ResourceRef = { connection, version, kind, name };
    services.store.merge(ref, made);
    await context.reveal(ref);
    return;
  }
  // The key is not in any list, and the API returns it only once.
  const key = textAt(made, 'key');
  await system.copy(key);
  const open = l10n.t('Show Voice');
  const text = l10n.t('The voice key was copied to the clipboard. It’s valid for 7 days.');
  if ((await prompts.notify('info', text, open)) !== open) return;
  const shown = `${JSON.stringify(made, undefined, 2)}\n`;
  await context.documents.show({ name: l10n.t('voice.json'), read: () => shown });
}

function stepsOf(
  context: ResourcesContext,
  collection: ResourceRef,
): readonly WizardStep<Answers>[] {
  const title = l10n.t('Create Voice');
  const isDesigned = ({ how }: Answers): boolean => how === 'prompted';
  const isCopied = ({ how }: Answers): boolean => how === 'replicated';
  return [
    {
      async ask(prompts) {
        const how = await prompts.pick(
          { title, placeholder: l10n.t('Select how to create the voice') },
          [
            {
              label: l10n.t('Describe the voice'),
              description: l10n.t('Stored on server for a year'),
              icon: 'wand',
              value: 'prompted',
            },
            {
              label: l10n.t('Clone from a recording'),
              description: l10n.t('Requires a recording of the speaker’s consent'),
              icon: 'copy',
              value: 'replicated',
            },
          ] as const,
        );
        return how && { how };
      },
    },
    {
      isAsked: isDesigned,
      async ask(prompts) {
        const input = await prompts.input({
          title,
          prompt: l10n.t(
            'Describe how the voice should sound, such as “a calm voice that reads slowly”.',
          ),
          validate: (value) => (value.trim() === '' ? l10n.t('A value is required.') : undefined),
        });
        return input === undefined ? undefined : { input };
      },
    },
    {
      isAsked: isDesigned,
      async ask(prompts) {
        const base = await prompts.pick(
          { title, placeholder: l10n.t('Select a base voice') },
          baseRows(context, collection),
        );
        return base === undefined ? undefined : { base };
      },
    },
    {
      isAsked: isCopied,
      ask: async () =>
        given('source', await pickSound(context, l10n.t('Select Recording to Clone'))),
    },
    {
      isAsked: isCopied,
      ask: async () =>
        given(
          'consent',
          await pickSound(context, l10n.t('Select Recording of the Speaker’s Consent')),
        ),
    },
    {
      isAsked: isCopied,
      async ask(prompts) {
        const kept = await prompts.pick(
          { title, placeholder: l10n.t('Select where to store the voice') },
          [
            {
              label: l10n.t('Stored on server'),
              description: l10n.t('For a year, extended with each use'),
              icon: 'cloud',
              value: 'yes',
            },
            {
              label: l10n.t('Key only'),
              description: l10n.t('Valid for 7 days and shown only once'),
              icon: 'key',
              value: 'no',
            },
          ] as const,
        );
        return kept && { isKept: kept === 'yes' };
      },
    },
    {
      async ask(prompts) {
        const name = await prompts.input({
          title,
          prompt: l10n.t('Enter a display name (optional)'),
        });
        return name === undefined ? undefined : { name: name.trim() };
      },
    },
    {
      async ask(prompts) {
        const language = await prompts.input({
          title,
          prompt: l10n.t('Enter a language code, such as en-GB (optional)'),
        });
        return language === undefined ? undefined : { language: language.trim() };
      },
    },
  ];
}

function given(field: 'source' | 'consent', file: SourceFile | undefined): Answers | undefined {
  return file && { [field]: file };
}

async function baseRows({ services }: ResourcesContext, collection: ResourceRef) {
  const none = { label: l10n.t('None (new voice)'), icon: 'sparkle', value: '' };
  const known = services.store.listFilter(collection) === undefined;
  const { items } = known ? await services.store.loadAll(collection) : { items: [] };
  const row = kindRow('voice');
  return [
    none,
    ...items.map((voice) => ({
      label: row.label(voice),
      description: textAt(voice, 'id'),
      icon: row.icons?.(voice) ?? row.icon,
      value: textAt(voice, 'id'),
    })),
  ];
}

const SOUNDS = ['weba', 'flac', 'ogg', 'aac', 'm4a', 'mp3', 'wav'];

async function pickSound(
  { localFiles }: ResourcesContext,
  title: string,
): Promise<SourceFile | undefined> {
  const filter = { name: l10n.t('Audio'), extensions: SOUNDS };
  return await localFiles.pick({ title, label: l10n.t('Select'), filter });
}

async function bodyOf(
  { how, input = '', base = '', source, consent, isKept = true, name = '', language = '' }: Answers,
  signal: AbortSignal,
): Promise<JsonObject> {
  const traits = {
    ...(name !== '' && { display_name: name }),
    ...(language !== '' && { language_code: language }),
  };
  if (how === 'prompted' || !source || !consent) {
    const prompted = { input, ...(base !== '' && { base_voice: base }) };
    return { store: true, voice: { type: 'prompted', ...traits, prompted } };
  }
  const size = source.size + consent.size;
  // Base64 adds a third.
  if (size * (4 / 3) > REQUEST_BYTES) {
    throw new AppError('tooLarge', l10n.t('The recordings are too large ({0}).', shownSize(size)), {
      hint: l10n.t('Both are sent in one request of up to {0}.', shownSize(REQUEST_BYTES)),
    });
  }
  const replicated = {
    source_audio: await soundOf(source, signal),
    consent_audio: await soundOf(consent, signal),
  };
  return { store: isKept, voice: { type: 'replicated', ...traits, replicated } };
}

async function soundOf(file: SourceFile, signal: AbortSignal): Promise<JsonObject> {
  const [, ending = ''] = /\.([^.]+)$/.exec(file.name.toLowerCase()) ?? [];
  const type = SOUNDS.includes(ending) ? typeOfEnding(file.name) : undefined;
  if (type === undefined) {
    const text = l10n.t('“{0}” isn’t a supported audio file.', file.name);
    throw new AppError('notSound', text, {
      hint: l10n.t('Supported formats: {0}.', SOUNDS.join(', ')),
    });
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read(signal)) pieces.push(piece);
  return { mime_type: type, data: Buffer.concat(pieces).toString('base64') };
}
