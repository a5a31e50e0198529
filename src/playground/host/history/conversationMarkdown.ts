import { fence } from '../../../base/fence';
import type { Message } from '../../../api/schema/infer';
import type { L10n } from '../../../platform/l10n';
import type { Conversation, Turn } from '../../conversation';

/** A conversation as Markdown for people: what was said is as it was written, all else is in blocks. */
export function conversationMarkdown(conversation: Conversation, l10n: L10n): string {
  const { title, model, createTime, settings, turns } = conversation;
  const facts = [model, createTime.slice(0, 10)].filter(Boolean).map(escaped);
  const blocks = [`# ${escaped(title)}`, facts.join(' · ')];
  if (settings.systemInstruction) {
    blocks.push(`## ${l10n.t('System instruction')}`, settings.systemInstruction);
  }
  for (const turn of turns) blocks.push(`## ${speaker(turn, l10n)}`, ...turnBlocks(turn, l10n));
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function speaker(turn: Turn, l10n: L10n): string {
  if (turn.role === 'user' && turn.automatic) return l10n.t('Functions');
  if (turn.role === 'user') return escaped(turn.author ?? '') || l10n.t('You');
  return escaped(turn.model.replace(/^models\//, '')) || l10n.t('Model');
}

function turnBlocks(turn: Turn, l10n: L10n): readonly string[] {
  const blocks = joined(turn.content.parts ?? []).map((part) => partBlock(part, l10n));
  const failure = turn.role === 'model' ? turn.outcome?.failure : undefined;
  return failure ? [...blocks, `> ${escaped(failure.message)}`] : blocks;
}

type Part = Message<'Part'>;

/** A stream cuts a text anywhere: pieces of the same kind are one. */
function joined(parts: readonly Part[]): readonly Part[] {
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

function partBlock(part: Part, l10n: L10n): string {
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

/** On one line, and without what Markdown would take for markup. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
