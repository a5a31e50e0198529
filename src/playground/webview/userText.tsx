import type { VNode } from 'preact';
import { Collapsible, isLongText, lineCount, LongText } from './longText';
import { closesFence, type Fence, openFence } from './markdown';
import { TextIsland } from './textIsland';
import './userText.css';

/** Longer messages are probably pasted, so they stay plain text. */
const MAX_MARKDOWN_LENGTH = 8000;

const MARKUP =
  /[`*_#[\]<>|~$\\&]|https?:\/\/|mailto:|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]|^[ \t]*(?:---|:[ \t])/m;

/** A user message, as Markdown if that preserves the text. Doesn't grow. */
export function UserText({ text }: { readonly text: string }): VNode {
  return <div class="turn-text">{shown(text)}</div>;
}

function shown(text: string): VNode {
  if (!looksLikeMarkdown(text) || !MARKUP.test(text)) return <LongText text={text} />;
  const lines = lineCount(text);
  return (
    <Collapsible
      class="long-text"
      isLong={isLongText(text.length, lines)}
      lines={lines > 1 ? lines : undefined}
      length={text.length}
    >
      {() => <TextIsland text={text} format="userMarkdown" hasEnded />}
    </Collapsible>
  );
}

/**
 * Whether a message is Markdown and not pasted code, which would lose indentation, stars, and underscores.
 * False for long texts.
 */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length > MAX_MARKDOWN_LENGTH) return false;
  let fence: Fence | undefined;
  let isInList = false;
  let ends = 0;
  for (const line of text.split('\n')) {
    const opened = openFence(line.trimStart());
    if (fence) {
      if (closesFence(line.trimStart(), fence)) fence = undefined;
      continue;
    }
    if (opened) {
      fence = opened;
      continue;
    }
    if (line.trim() === '') continue;
    const isIndented = /^(?: {2}|\t)/.test(line);
    if (/^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/.test(line) && (isInList || !isIndented))
      isInList = true;
    else if (!isIndented) isInList = false;
    else if (!isInList) return false;
    // Statements and blocks in languages where indentation has no meaning.
    if (/[;{}]\s*$/.test(line)) ends++;
    if (ends > 1) return false;
  }
  return true;
}
