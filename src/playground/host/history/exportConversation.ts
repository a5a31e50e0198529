import * as l10n from '@vscode/l10n';
import { fence } from '../../../base/format';
import type { Message } from '../../../api/schema/infer';
import { safeFileName } from '../../../platform/safeFiles';
import type { Conversation, Turn } from '../../../conversation/model/conversation';
import { type OtherBranch, otherBranches } from '../../../conversation/store/branches';
import type { ConversationEntry } from '../../../conversation/store/conversationIndex';
import { type HistoryContext, loadConversation } from './historyActions';

interface Format {
  readonly extension: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: string;
  readonly write: (conversation: Conversation) => string;
}

/** Saves a conversation as Markdown or JSON in a file that the user picks. */
export async function exportConversation(
  context: HistoryContext,
  { id }: Pick<ConversationEntry, 'id'>,
): Promise<void> {
  const { prompts, localFiles, lastFolder } = context;
  const conversation = await loadConversation(context, id);
  const format = await prompts.pick(
    { title: l10n.t('Export Conversation'), placeholder: l10n.t('Select a format') },
    formats().map((value) => ({ ...value, value })),
  );
  if (!format) return;
  const { extension, label } = format;
  const target = await localFiles.saveAs({
    title: l10n.t('Export Conversation'),
    name: safeFileName(conversation.title, `.${extension}`, 'conversation'),
    filter: { name: label, extensions: [extension] },
    folder: await lastFolder.load(),
  });
  if (!target) return;
  const text = format.write(conversation);
  await target.write(text);
  await lastFolder.save(target.uri);
  // Not awaited: resolves only when the user dismisses the notification.
  void prompts.notify('info', l10n.t('Exported to {0}.', target.path));
}

function formats(): readonly Format[] {
  return [
    {
      extension: 'md',
      label: l10n.t('Markdown'),
      detail: l10n.t('For reading and sharing'),
      icon: 'markdown',
      write: (conversation) => conversationMarkdown(conversation),
    },
    {
      extension: 'json',
      label: l10n.t('JSON'),
      detail: l10n.t('Complete data, for import'),
      icon: 'json',
      write: (conversation) => `${JSON.stringify(sharedConversation(conversation), null, 2)}\n`,
    },
  ];
}

/**
 * Formats a conversation as readable Markdown: messages verbatim, everything else in code blocks. The other
 * branches follow the shown one.
 */
export function conversationMarkdown(conversation: Conversation): string {
  const { title, model, createTime, settings, turns } = conversation;
  const facts = [model, createTime.slice(0, 10)].filter(Boolean).map(escaped);
  const blocks = [`# ${escaped(title)}`, facts.join(' · ')];
  if (settings.systemInstruction) {
    blocks.push(`## ${l10n.t('System instruction')}`, settings.systemInstruction);
  }
  for (const turn of turns) blocks.push(`## ${speaker(turn)}`, ...turnBlocks(turn));
  const others = otherBranches(conversation);
  if (others.length > 0) blocks.push(`## ${l10n.t('Other branches')}`);
  for (const [at, branch] of others.entries()) {
    blocks.push(`### ${branchTitle(at + 1, branch)}`);
    for (const turn of branch.turns) blocks.push(`#### ${speaker(turn)}`, ...turnBlocks(turn));
  }
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function branchTitle(number: number, { after: { branch, message } }: OtherBranch): string {
  if (message === 0) return l10n.t('Branch {0}, from the start', number);
  return branch === 0
    ? l10n.t('Branch {0}, after message {1}', number, message)
    : l10n.t('Branch {0}, after message {1} of branch {2}', number, message, branch);
}

function speaker(turn: Turn): string {
  if (turn.role === 'user' && turn.automatic) return l10n.t('Functions');
  if (turn.role === 'user') return escaped(turn.author ?? '') || l10n.t('You');
  return escaped(turn.model.replace(/^models\//, '')) || l10n.t('Model');
}

function turnBlocks(turn: Turn): readonly string[] {
  const blocks = joinedTexts(turn.content.parts ?? []).map((part) => partBlock(part));
  const failure = turn.role === 'model' ? turn.outcome?.failure : undefined;
  return failure ? [...blocks, `> ${escaped(failure.message)}`] : blocks;
}

type Part = Message<'Part'>;

/** Merges adjacent parts of the same kind, because streams split text anywhere. */
function joinedTexts(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const isSame = last?.text !== undefined && (last.thought ?? false) === (part.thought ?? false);
    if (isSame && part.text !== undefined) {
      result[result.length - 1] = { ...last, text: last.text + part.text };
    } else {
      result.push(part);
    }
  }
  return result;
}

function partBlock(part: Part): string {
  const { text, thought, inlineData, fileData, executableCode, codeExecutionResult } = part;
  if (text !== undefined) return thought ? quoted(l10n.t('Thoughts'), text) : text;
  if (inlineData) {
    const { mimeType = '', data = '' } = inlineData;
    return l10n.t('[{0}, {1} bytes]', escaped(mimeType), Math.floor((data.length * 3) / 4));
  }
  if (fileData) return `<${fileData.fileUri ?? ''}>`;
  if (executableCode) {
    return fence(executableCode.code ?? '', (executableCode.language ?? '').toLowerCase());
  }
  if (codeExecutionResult) return fence(codeExecutionResult.output ?? '', 'text');
  return fence(JSON.stringify(part, null, 2), 'json');
}

function quoted(title: string, text: string): string {
  const lines = text.trim().split('\n');
  return [`> **${title}**`, '>', ...lines.map((line) => `> ${line}`)].join('\n');
}

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');
}

/** Removes local fields: file paths, comparison ID, unsent text and attachments, and revision. */
export function sharedConversation({
  attachments: _attachments,
  draft: _draft,
  promptFile: _promptFile,
  promptSha256: _promptSha256,
  comparison: _comparison,
  turns,
  branches,
  ...rest
}: Conversation): Conversation {
  return {
    ...rest,
    revision: 1,
    turns: turns.map(withoutPlaces),
    ...(branches && {
      branches: branches.map((branch) => ({ ...branch, turns: branch.turns.map(withoutPlaces) })),
    }),
  };
}

function withoutPlaces(turn: Turn): Turn {
  if (turn.role !== 'user' || !turn.attached) return turn;
  return { ...turn, attached: turn.attached.map(({ source: _source, ...part }) => part) };
}
