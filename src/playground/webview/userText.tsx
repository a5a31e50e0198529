import type { VNode } from 'preact';
import { Collapsible, isLongText, lineCount, LongText } from './longText';
import { closesFence, type Fence, openFence } from './markdown';
import { TextIsland } from './textIsland';
import './userText.css';

/** Longer messages were pasted: they are shown as they are, whatever stands in them, and cost little. */
const LONGEST_MARKDOWN = 8000;

/** What Markdown would show otherwise than it stands there. */
const MARKUP =
  /[`*_#[\]<>|~$\\&]|https?:\/\/|mailto:|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]|^[ \t]*(?:---|:[ \t])/m;

/** A message of the user: Markdown, as long as nothing of what was typed or pasted suffers from it. It does not grow. */
export function UserText({ text }: { readonly text: string }): VNode {
  return <div class="turn-text">{shown(text)}</div>;
}

function shown(text: string): VNode {
  if (!meansMarkdown(text) || !MARKUP.test(text)) return <LongText text={text} />;
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
 * Whether a message is Markdown rather than something pasted into it: code without a fence would lose its indentation,
 * and its stars and underscores. What is long is never laid out.
 */
export function meansMarkdown(text: string): boolean {
  if (text.length > LONGEST_MARKDOWN) return false;
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
    // Statements and blocks of most languages, which need no indentation.
    if (/[;{}]\s*$/.test(line)) ends++;
    if (ends > 1) return false;
  }
  return true;
}
