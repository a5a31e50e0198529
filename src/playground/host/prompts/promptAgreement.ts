import { toCamelCase } from '../../../api/schema/scalars';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import { CancelledError } from '../../../base/errors';
import { shownSize } from '../../../base/format';
import type { L10n } from '../../../platform/l10n';
import type { Uploads } from '../../../platform/localFiles';
import type { CheckItem } from '../../../platform/prompts';
import { type PromptFile, promptFileName } from '../../promptFile';
import { findFiles, type FoundFile } from './promptAttachments';
import { addressIn, type Reach, reachOf, toolsOf } from './promptReach';
import { sha256, type PromptDeps } from './promptFiles';

type Parts = Pick<PromptDeps, 'files' | 'prompts' | 'memory' | 'l10n'>;

/** A prompt with what its user lets go along. */
export interface AgreedPrompt {
  readonly prompt: PromptFile;
  readonly files: readonly FoundFile[];
}

/** What was answered for a prompt file, and for which files and tools of it. */
interface Answer {
  readonly sha256: string;
  readonly off: readonly Entry[];
}

/** A path of a file, a field of a tool, or an address. */
interface Entry {
  readonly kind: 'file' | 'tool' | 'address';
  readonly name: string;
}

/**
 * Before a prompt file is first used, and after each change of its attachments or tools: asks which of its files are
 * sent and what else it may reach. Whoever wrote the file is not believed. Throws `CancelledError` when dismissed, and
 * `AppError` for a file that can't go along.
 */
export async function confirmPrompt(
  prompt: PromptFile,
  uri: string,
  parts: Parts,
  uploads: Pick<Uploads, 'ignored'>,
): Promise<AgreedPrompt> {
  return (await confirmPrompts([prompt], uri, parts, uploads))(prompt);
}

/** As `confirmPrompt`, asked once for several prompts that stand in the same file; what comes of it takes each of them. */
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
  const { tools, addresses } = reachOf(prompts);
  const agreed =
    (off: readonly Entry[]) =>
    (prompt: PromptFile): AgreedPrompt =>
      withoutThose(prompt, filesOf.get(prompt) ?? [], off);
  if (files.length + tools.length + addresses.length === 0) return agreed([]);
  // With where links lead to: another file under the same name is another attachment.
  const named = distinct(files.map(({ path, below }) => [path, below]));
  const asked = [named, distinct(prompts.flatMap(toolsIn)), addresses];
  const hash = sha256(JSON.stringify(asked));
  const key = `promptAlong:${uri}`;
  const last = memory.get<Answer>(key);
  return agreed(last?.sha256 === hash ? last.off : await ask());

  async function ask(): Promise<readonly Entry[]> {
    const { prompts: questions, l10n } = parts;
    const items = [
      ...(await fileItems(files, uploads, l10n)),
      ...tools.map((name) => toolItem(name, l10n)),
      ...addresses.map((name) => addressItem(name, l10n)),
    ];
    const chosen = await questions.pickMany(
      {
        title: l10n.t('{0}: Choose What It May Send and Use', promptFileName(uri)),
        placeholder: l10n.t(
          'Asked again when its files or tools change. What is not checked is left out.',
        ),
      },
      items,
    );
    if (!chosen) throw new CancelledError();
    const left = items.map(({ value }) => value).filter((value) => !chosen.includes(value));
    await memory.update(key, { sha256: hash, off: left } satisfies Answer);
    return left;
  }
}

async function fileItems(
  files: readonly FoundFile[],
  uploads: Pick<Uploads, 'ignored'>,
  l10n: L10n,
): Promise<readonly CheckItem<Entry>[]> {
  const ignored =
    files.length === 0 ? undefined : await uploads.ignored(files.map(({ source }) => source));
  const byPath = Map.groupBy(files, ({ path }) => path);
  return [...byPath].flatMap(([name, [file]]) => {
    if (!file) return [];
    const doubt = doubtOf(file, ignored, l10n);
    const isElsewhere = !`/${name}`.endsWith(`/${file.below.split('/').at(-1) ?? ''}`);
    return [
      {
        value: { kind: 'file', name } as const,
        label: name,
        description: [shownSize(file.size, l10n), doubt].filter(Boolean).join(' · '),
        ...(isElsewhere && { detail: l10n.t('Leads to {0}', file.below) }),
        icon: doubt === undefined ? 'file' : 'warning',
        checked: doubt === undefined,
      },
    ];
  });
}

/** Why a file may not be meant for others. */
function doubtOf(
  { path, below, source }: FoundFile,
  ignored: ReadonlySet<unknown> | undefined,
  l10n: L10n,
): string | undefined {
  const steps = [...path.split(/[/\\]/), ...below.split('/')];
  if (steps.some((step) => step.toLowerCase() === '.git')) return l10n.t('belongs to Git itself');
  if (steps.some((step) => /^\.(?!\.?$)/.test(step))) {
    return l10n.t('hidden file: may hold secrets');
  }
  if (!ignored) return l10n.t('Git could not be asked whether it ignores this file');
  return ignored.has(source) ? l10n.t('ignored by Git: may hold secrets') : undefined;
}

function toolItem(name: string, l10n: L10n): CheckItem<Entry> {
  const { label, description } = toolWords(name, l10n);
  return { value: { kind: 'tool', name }, label, description, icon: 'globe', checked: true };
}

function toolWords(
  name: string,
  l10n: L10n,
): { readonly label: string; readonly description: string } {
  switch (name) {
    case 'googleSearch':
    case 'googleSearchRetrieval':
      return {
        label: l10n.t('Google Search'),
        description: l10n.t('tool: searches the web for what the model wants to know'),
      };
    case 'urlContext':
      return {
        label: l10n.t('URL context'),
        description: l10n.t('tool: fetches web addresses that the prompt or its files name'),
      };
    case 'googleMaps':
      return {
        label: l10n.t('Google Maps'),
        description: l10n.t('tool: looks places up'),
      };
    case 'fileSearch':
      return {
        label: l10n.t('File search'),
        description: l10n.t('tool: searches your files at the service'),
      };
    default:
      return {
        label: name,
        description: l10n.t('tool that is not known here: may reach the network'),
      };
  }
}

function addressItem(name: string, l10n: L10n): CheckItem<Entry> {
  return {
    value: { kind: 'address', name },
    label: name,
    description: l10n.t('read by the service'),
    icon: 'link',
    checked: true,
  };
}

function withoutThose(
  prompt: PromptFile,
  files: readonly FoundFile[],
  off: readonly Entry[],
): AgreedPrompt {
  const named = (kind: Entry['kind']): readonly string[] =>
    off.filter((entry) => entry.kind === kind).map(({ name }) => name);
  const left = new Set(named('file'));
  const kept = withoutReach(prompt, { tools: named('tool'), addresses: named('address') });
  const messages = kept.messages.map(({ attachments, ...message }) => {
    const along = attachments?.filter(({ path }) => !left.has(path)) ?? [];
    return along.length > 0 ? { ...message, attachments: along } : message;
  });
  return { prompt: { ...kept, messages }, files: files.filter(({ path }) => !left.has(path)) };
}

/** The tools as the prompt has them: what a change of it is told by. */
function toolsIn({ settings }: Pick<PromptFile, 'settings'>): readonly JsonObject[] {
  return Object.values(settings.requests ?? {}).flatMap(toolsOf);
}

/** Each value once, in their order. */
function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** A prompt without some of what it reaches. */
function withoutReach(prompt: PromptFile, { tools, addresses }: Reach): PromptFile {
  if (tools.length === 0 && addresses.length === 0) return prompt;
  const off = new Set(addresses);
  const isOff = (value: JsonValue): boolean => off.has(addressIn(value) ?? '\0');
  const before: readonly [string, JsonObject][] = Object.entries(prompt.settings.requests ?? {});
  const requests = before.map(([mode, request]) => {
    const { tools: _, ...rest } = request;
    const kept = toolsOf(request).flatMap((tool) => {
      const fields = Object.entries(tool).filter(([name]) => !tools.includes(toCamelCase(name)));
      return fields.length > 0 ? [Object.fromEntries(fields)] : [];
    });
    return [mode, without(kept.length > 0 ? { ...rest, tools: kept } : rest, isOff)] as const;
  });
  return {
    ...prompt,
    settings: {
      ...prompt.settings,
      ...(prompt.settings.requests && { requests: Object.fromEntries(requests) }),
    },
    messages: without(
      prompt.messages as unknown as JsonValue,
      isOff,
    ) as unknown as typeof prompt.messages,
  };
}

/** A value without those of the items of its lists, and of its fields, that are off. */
function without(value: JsonValue, isOff: (part: JsonValue) => boolean): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.filter((item) => !isOff(item)).map((item) => without(item, isOff));
  }
  const fields = Object.entries(value) as [string, JsonValue][];
  const kept = fields.filter(([, field]) => !isOff(field));
  return Object.fromEntries(kept.map(([name, field]) => [name, without(field, isOff)]));
}
