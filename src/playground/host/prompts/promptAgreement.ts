import * as l10n from '@vscode/l10n';
import type { Reach } from '../../../api/schema/reach';
import { CancelledError } from '../../../base/errors';
import { shownSize } from '../../../base/format';
import type { Uploads } from '../../../platform/localFiles';
import { plainText } from '../../../platform/plainText';
import type { CheckItem } from '../../../platform/prompts';
import type { Conversation } from '../../../conversation/model/conversation';
import { type PromptFile, promptFileName } from '../../../conversation/model/promptFile';
import { findFiles, type FoundFile } from './promptAttachments';
import {
  keyOf,
  promptReach,
  describeReach,
  withoutReach,
} from '../../../conversation/prompts/promptReach';
import { sha256, type PromptDeps } from './promptFiles';

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
