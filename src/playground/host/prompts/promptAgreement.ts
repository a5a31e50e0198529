import * as l10n from '@vscode/l10n';
import { REQUEST_BYTES } from '../../../api/schema/fieldLimits';
import type { Reach } from '../../../api/schema/reach';
import { AppError, CancelledError, errorMessage } from '../../../base/errors';
import { shownSize } from '../../../base/format';
import { newAttachment } from '../../../conversation/attachments/attachmentEntry';
import { loadUserFile } from '../../../conversation/attachments/loadAttachment';
import type { SessionServices } from '../../../conversation/session/context';
import type { Uploads } from '../../../platform/localFiles';
import { plainText } from '../../../platform/plainText';
import type { CheckItem } from '../../../platform/prompts';
import type {
  Conversation,
  FileSource,
  KeptAttachment,
} from '../../../conversation/model/conversation';
import {
  type PromptAttachment,
  type PromptFile,
  promptFileName,
} from '../../../conversation/model/promptFile';
import {
  describeReach,
  keyOf,
  promptReach,
  withoutReach,
} from '../../../conversation/prompts/readPrompt';
import { type NamedFile, type PromptDeps, sha256 } from './promptFiles';

type Parts = Pick<PromptDeps, 'files' | 'prompts' | 'memory'>;

export interface AgreedPrompt {
  readonly prompt: PromptFile;
  readonly files: readonly FoundFile[];
}

/** A saved decision of the user for a prompt file, its attachments, and its permissions. */
interface SavedDecision {
  readonly sha256: string;
  readonly off: readonly Entry[];
}

interface Entry {
  readonly kind: 'file' | 'reach';
  readonly name: string;
}

/**
 * Asks which attachments to send and which permissions to grant, before first use and after changes.
 * @throws AppError if a file can't be attached
 * @throws CancelledError if dismissed
 */
export async function confirmPrompt(
  prompt: PromptFile,
  uri: string,
  parts: Parts,
  uploads: Pick<Uploads, 'ignored'>,
): Promise<AgreedPrompt> {
  return (await confirmPrompts([prompt], uri, parts, uploads))(prompt);
}

/** Same as `confirmPrompt`, asked once for several prompts of one file. */
export async function confirmPrompts(
  prompts: readonly PromptFile[],
  uri: string,
  parts: Parts,
  uploads: Pick<Uploads, 'ignored'>,
): Promise<(prompt: PromptFile) => AgreedPrompt> {
  const { memory } = parts;
  const filesOf = new Map<PromptFile, readonly FoundFile[]>();
  for (const prompt of prompts) filesOf.set(prompt, await findFiles(prompt, uri, parts));
  const files = [...filesOf.values()].flat();
  const reaches = promptReach(prompts);
  const agreed =
    (off: readonly Entry[]) =>
    (prompt: PromptFile): AgreedPrompt =>
      omitReaches(prompt, filesOf.get(prompt) ?? [], off);
  if (files.length + reaches.length === 0) return agreed([]);
  // Includes symlink targets: another target is another attachment.
  const named = distinct(files.map(({ path, below }) => [path, below]));
  const asked = [named, reaches.map((reach) => [keyOf(reach), reach.value])];
  const hash = sha256(JSON.stringify(asked));
  const key = `promptAlong:${uri}`;
  const last = memory.get<SavedDecision>(key);
  return agreed(last?.sha256 === hash ? last.off : await ask());

  async function ask(): Promise<readonly Entry[]> {
    const { prompts: questions } = parts;
    const items = [
      ...(await fileItems(files, uploads)),
      ...reaches.map((reach) => reachItem(reach)),
    ];
    const chosen = await questions.pickMany(
      {
        title: l10n.t('Select Allowed Access for {0}', promptFileName(uri)),
        placeholder: l10n.t(
          'You’ll be asked again if the prompt’s files or access change. Unselected items are omitted.',
        ),
      },
      items,
    );
    if (!chosen) throw new CancelledError();
    const left = items.map(({ value }) => value).filter((value) => !chosen.includes(value));
    await memory.update(key, { sha256: hash, off: left } satisfies SavedDecision);
    return left;
  }
}

/**
 * Asks for permissions of an imported conversation and removes the denied ones. Throws `CancelledError` if
 * dismissed.
 */
export async function confirmConversation(
  conversation: Conversation,
  { prompts }: Pick<Parts, 'prompts'>,
): Promise<Conversation> {
  const { settings, title } = conversation;
  const asked = { settings, messages: [] };
  const reaches = promptReach([asked]);
  if (reaches.length === 0) return conversation;
  const items = reaches.map((reach) => reachItem(reach));
  const chosen = await prompts.pickMany(
    {
      title: l10n.t('Select Allowed Access for {0}', plainText(title)),
      placeholder: l10n.t('Unselected items are omitted.'),
    },
    items,
  );
  if (!chosen) throw new CancelledError();
  const off = items.map(({ value }) => value).filter((value) => !chosen.includes(value));
  const kept = withoutReach(asked, new Set(off.map(({ name }) => name)));
  return { ...conversation, settings: kept.settings };
}

async function fileItems(
  files: readonly FoundFile[],
  uploads: Pick<Uploads, 'ignored'>,
): Promise<readonly CheckItem<Entry>[]> {
  const ignored =
    files.length === 0 ? undefined : await uploads.ignored(files.map(({ source }) => source));
  const byPath = Map.groupBy(files, ({ path }) => path);
  return [...byPath].flatMap(([name, [file]]) => {
    if (!file) return [];
    const doubt = concernText(file, ignored);
    const isElsewhere = !`/${name}`.endsWith(`/${file.below.split('/').at(-1) ?? ''}`);
    return [
      {
        value: { kind: 'file', name } as const,
        label: name,
        description: [shownSize(file.size), doubt].filter(Boolean).join(' · '),
        ...(isElsewhere && { detail: l10n.t('Link to {0}', file.below) }),
        icon: doubt === undefined ? 'file' : 'warning',
        checked: doubt === undefined,
      },
    ];
  });
}

function concernText(
  { path, below, source }: FoundFile,
  ignored: ReadonlySet<unknown> | undefined,
): string | undefined {
  const steps = [...path.split(/[/\\]/), ...below.split('/')];
  if (steps.some((step) => step.toLowerCase() === '.git')) return l10n.t('Git internal file');
  if (steps.some((step) => /^\.(?!\.?$)/.test(step))) {
    return l10n.t('hidden file, might contain secrets');
  }
  if (!ignored) return l10n.t('Couldn’t check whether Git ignores this file');
  return ignored.has(source) ? l10n.t('ignored by Git, might contain secrets') : undefined;
}

function reachItem(reach: Reach): CheckItem<Entry> {
  return {
    value: { kind: 'reach', name: keyOf(reach) },
    ...describeReach(reach),
    checked: true,
  };
}

function omitReaches(
  prompt: PromptFile,
  files: readonly FoundFile[],
  off: readonly Entry[],
): AgreedPrompt {
  const named = (kind: Entry['kind']): readonly string[] =>
    off.filter((entry) => entry.kind === kind).map(({ name }) => name);
  const left = new Set(named('file'));
  const kept = withoutReach(prompt, new Set(named('reach')));
  const messages = kept.messages.map(({ attachments, ...message }) => {
    const along = attachments?.filter(({ path }) => !left.has(path)) ?? [];
    return along.length > 0 ? { ...message, attachments: along } : message;
  });
  return { prompt: { ...kept, messages }, files: files.filter(({ path }) => !left.has(path)) };
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Bytes reserved for the rest of the request. */
const RESERVED_BYTES = 1024 * 1024;

interface FoundFile extends PromptAttachment, NamedFile {
  readonly message: number;
  /** In bytes. */
  readonly size: number;
}

/**
 * Resolves the files of a prompt without reading them. Throws `AppError` if outside of the workspace or
 * unreadable.
 */
export async function findFiles(
  { messages }: Pick<PromptFile, 'messages'>,
  uri: string,
  { files }: Pick<PromptDeps, 'files'>,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const [message, { attachments = [] }] of messages.entries()) {
    for (const attachment of attachments) {
      const { path } = attachment;
      const named = await files.resolve(uri, path).catch(unreadable(path));
      if (!named) {
        throw new AppError('outside', l10n.t('“{0}” is outside the workspace.', plainText(path)), {
          hint: l10n.t(
            'A prompt can attach only files from its own workspace. Outside a workspace, it can attach only files in its own folder.',
          ),
        });
      }
      const size = await files.size(named.source).catch(unreadable(path));
      found.push({ ...attachment, ...named, message, size });
    }
  }
  return found;
}

/**
 * Returns paths of files that changed since the prompt was saved. Shows a cancelable notification if there
 * is no signal.
 * @throws AppError if a file can't be read
 */
export async function changedFiles(
  found: readonly FoundFile[],
  uri: string,
  parts: Pick<PromptDeps, 'files' | 'progress'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { files } = parts;
  const work = async (until: AbortSignal | undefined): Promise<readonly string[]> => {
    const changed: string[] = [];
    for (const { source, path, sha256 } of found) {
      const now = await files.hash(source, until).catch((error: unknown) => {
        until?.throwIfAborted();
        return unreadable(path)(error);
      });
      if (sha256 !== undefined && sha256.toLowerCase() !== now) changed.push(path);
    }
    return changed;
  };
  if (signal) return await work(signal);
  const title = l10n.t('Reading the files of {0}', promptFileName(uri));
  const sources = found.map(({ source }) => source);
  return await withReadProgress(title, sources, parts, work);
}

function unreadable(path: string): (error: unknown) => never {
  return (error) => {
    const why = errorMessage(error);
    throw new AppError('unreadable', l10n.t('Couldn’t read “{0}”: {1}', plainText(path), why), {
      cause: error,
      hint: l10n.t('Add the file, or remove it from the prompt.'),
    });
  };
}

export function reportChanged(
  changed: readonly string[],
  { prompts }: Pick<PromptDeps, 'prompts'>,
): void {
  if (changed.length === 0) return;
  const names = changed.map((path) => `“${path}”`).join(', ');
  const message = l10n.t(
    'Changed since the prompt was saved: {0}. The current version is sent.',
    names,
  );
  void prompts.notify('warning', message);
}

/** Loads files by message index: inline if they fit, otherwise uploaded. */
export async function loadFiles(
  prompt: PromptFile,
  found: readonly Pick<FoundFile, 'message' | 'source'>[],
  services: SessionServices,
  connection: string,
  signal: AbortSignal,
): Promise<readonly (readonly KeptAttachment[])[]> {
  let room = REQUEST_BYTES - RESERVED_BYTES - Buffer.byteLength(JSON.stringify(prompt));
  const loaded: KeptAttachment[][] = [];
  for (const { message, source } of found) {
    const kept = newAttachment({ kind: 'user', target: source }, connection);
    const ready = await loadUserFile(kept, {
      ...services,
      signal,
      closing: signal,
      connection: () => connection,
      reserve: (bytes) => {
        if (bytes > room) return false;
        room -= bytes;
        return true;
      },
      onFound: () => undefined,
      onState: () => undefined,
    });
    (loaded[message] ??= []).push(ready);
  }
  return loaded;
}

/** Total size in bytes above which reading takes noticeable time. */
const LARGE = 10 * 1024 * 1024;

/** Runs work that reads complete files. Shows a cancelable notification for large files. */
export async function withReadProgress<T>(
  title: string,
  sources: readonly FileSource[],
  { files, progress }: Pick<PromptDeps, 'files' | 'progress'>,
  work: (signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  const sizes = await Promise.all(sources.map((source) => files.size(source).catch(() => 0)));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return all > LARGE ? await progress(title, work) : await work();
}
