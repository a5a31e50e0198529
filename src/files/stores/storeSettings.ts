import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { maxItems } from '../../api/schema/limits';
import { storeLimits } from '../../api/schema/fieldLimits';
import { askForMetadata } from '../../platform/questions';
import { runWizard } from '../../platform/wizard';
import type { FilesContext, FilesCommand } from '../context';
import type { StoreSettings } from '../uploadJob';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds/index';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { Connection } from '../../service/connection';
import { createCall } from '../../service/tableCalls';
import { requireReady } from '../inspectFiles';
import { shortName } from '../names';
import { uploadTo } from '../uploadFiles';

export const uploadToStore: FilesCommand<FileTarget> = async (context, targets) => {
  const connection = await requireReady(context);
  if (!connection) return;
  const ref = await chooseStore(context, connection, l10n.t('Upload to File Search Store'));
  if (ref) await upload(context, targets, connection, ref);
};

/** Uploads to a store, or to that of a list of documents. */
export const fillStore: FilesCommand<ResourceRef> = async (context, [target]) => {
  if (!target || !(await requireReady(context))) return;
  const connection = context.services.connections.find(target.connection);
  if (!connection)
    throw new AppError('unknownConnection', l10n.t('This connection no longer exists.'));
  const { version, name } = target;
  const kind = 'fileSearchStore';
  await upload(context, [], connection, { connection: connection.id, version, kind, name });
};

async function upload(
  context: FilesContext,
  targets: readonly FileTarget[],
  connection: Connection,
  ref: ResourceRef,
): Promise<void> {
  const name = storeName(context, ref);
  const settings = (what: string, count: number) =>
    askStoreSettings(context, l10n.t('Upload {0} to {1}', what, name), count);
  await uploadTo(context, targets, { connection, store: { ref, name, settings } });
}

type AskDeps = Pick<FilesContext, 'prompts'>;

interface Answers {
  /** Words per chunk; 0 for the server's default chunking. */
  readonly words: number;
  readonly overlap: number;
  readonly metadata: readonly JsonObject[];
}

const MAX_WORDS = storeLimits.tokensPerChunk;
const FIRST_WORDS = 200;
const FIRST_OVERLAP = 20;

/** Asks for default or custom document settings. Undefined if dismissed. */
export async function askStoreSettings(
  { prompts }: AskDeps,
  title: string,
  count: number,
): Promise<StoreSettings | undefined> {
  const how = await prompts.pick({ title }, [
    {
      label: l10n.t('Automatic'),
      detail: l10n.t('The API selects the chunk size. No metadata.'),
      icon: 'sparkle',
      value: 'plain',
    },
    {
      label: l10n.t('With Metadata or a Chunk Size…'),
      ...(count > 1 && { detail: l10n.t('Applies to all files.') }),
      icon: 'list-selection',
      value: 'form',
    },
  ] as const);
  if (how !== 'form') return how && {};
  const answers = await runWizard<Answers>(prompts, { words: 0, overlap: 0, metadata: [] }, [
    {
      async ask(stepPrompts) {
        const words = await stepPrompts.pick(
          { title, placeholder: l10n.t('Select how to split text into chunks') },
          [
            { label: l10n.t('Automatic'), icon: 'sparkle', value: 0 },
            {
              label: l10n.t('Maximum words per chunk…'),
              icon: 'whitespace',
              value: FIRST_WORDS,
            },
          ],
        );
        return words === undefined ? undefined : { words };
      },
    },
    {
      isAsked: ({ words }) => words > 0,
      async ask(stepPrompts) {
        const words = await askForCount(
          { prompts: stepPrompts },
          {
            title,
            prompt: l10n.t('Maximum words per chunk'),
            value: FIRST_WORDS,
            range: [1, MAX_WORDS],
          },
        );
        return words === undefined ? undefined : { words };
      },
    },
    {
      isAsked: ({ words }) => words > 1,
      async ask(stepPrompts, { words }) {
        const value = Math.min(FIRST_OVERLAP, words - 1);
        const prompt = l10n.t('Words of overlap between chunks');
        const overlap = await askForCount(
          { prompts: stepPrompts },
          { title, prompt, value, range: [0, words - 1] },
        );
        return overlap === undefined ? undefined : { overlap };
      },
    },
    {
      async ask(stepPrompts, { metadata }) {
        const given = await askForMetadata(
          { prompts: stepPrompts },
          {
            title,
            before: metadata,
            most: storeLimits.customMetadata,
            mostValues: maxItems('StringList', 'values'),
          },
        );
        return given && { metadata: given };
      },
    },
  ]);
  return answers && settingsOf(answers);
}

function settingsOf({ words, overlap, metadata }: Answers): StoreSettings {
  const whiteSpaceConfig = {
    maxTokensPerChunk: words,
    maxOverlapTokens: Math.min(overlap, words - 1),
  };
  return {
    ...(metadata.length > 0 && { customMetadata: metadata }),
    ...(words > 0 && { chunkingConfig: { whiteSpaceConfig } }),
  };
}

interface CountQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: number;
  readonly range: readonly [least: number, most: number];
}

async function askForCount(
  { prompts }: AskDeps,
  { title, prompt, value, range: [least, most] }: CountQuestion,
): Promise<number | undefined> {
  const answer = await prompts.input({
    title,
    prompt,
    value: String(value),
    validate: (text) => {
      const count = Number(text.trim() || Number.NaN);
      return Number.isInteger(count) && count >= least && count <= most
        ? undefined
        : l10n.t('Enter a whole number from {0} to {1}.', least, most);
    },
  });
  return answer === undefined ? undefined : Number(answer);
}

type ChooseDeps = Pick<FilesContext, 'prompts' | 'services' | 'progress'>;

/**
 * Asks for a File Search store or creates one. Undefined if dismissed.
 * @param proposed default name of a new store.
 */
export async function chooseStore(
  context: ChooseDeps,
  connection: Connection,
  title: string,
  proposed = '',
): Promise<ResourceRef | undefined> {
  const { prompts, services } = context;
  const collection = topCollection('fileSearchStore', connection);
  if (!collection) {
    throw new AppError(
      'noStores',
      l10n.t('No API version of this connection supports file search stores.'),
    );
  }
  const row = kindRow('fileSearchStore');
  const gone = new AbortController();
  const listed = services.store.loadAll(collection, { signal: gone.signal }).then(({ items }) => [
    ...items.map((item) => {
      const facts = row.description(item);
      return {
        label: row.label(item),
        description: textAt(item, 'name'),
        ...(facts && { detail: l10n.t(facts.message, ...facts.args) }),
        icon: row.icon,
        value: textAt(item, 'name'),
      };
    }),
    { label: l10n.t('New File Search Store…'), icon: 'add', value: '', separator: '' },
  ]);
  let name: string | undefined;
  try {
    name = await prompts.pick<string>({ title }, listed);
  } finally {
    gone.abort();
  }
  if (name === undefined) return undefined;
  return name === ''
    ? await makeStore(context, collection, { title, proposed })
    : storeRef(collection, name);
}

async function makeStore(
  { prompts, services, progress }: ChooseDeps,
  collection: ResourceRef,
  { title, proposed }: { readonly title: string; readonly proposed: string },
): Promise<ResourceRef | undefined> {
  const displayName = await prompts.input({
    title,
    prompt: l10n.t('Enter a name for the new file search store'),
    value: proposed,
    validate: (value) =>
      value.trim() === '' || value.length > storeLimits.displayName
        ? l10n.t('Enter 1 to {0} characters.', storeLimits.displayName)
        : undefined,
  });
  if (displayName === undefined) return undefined;
  const { id, input } = createCall(collection, { displayName: displayName.trim() });
  const made = await progress(l10n.t('Creating {0}', shortName(displayName)), (signal) =>
    services.calls.call(collection, id, input, { signal }),
  );
  const ref = storeRef(collection, textAt(made, 'name'));
  services.store.merge(ref, made);
  return ref;
}

function storeRef({ connection, version, kind }: ResourceRef, name: string): ResourceRef {
  return { connection, version, kind, name };
}

export function storeName({ services }: Pick<FilesContext, 'services'>, ref: ResourceRef): string {
  const known = services.store.find(ref);
  return shortName(plainText(known ? kindRow(ref.kind).label(known) : ref.name));
}
