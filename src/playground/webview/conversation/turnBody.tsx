import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef, useMemo, useLayoutEffect } from 'preact/hooks';
import type { Turn } from '../../../conversation/model/conversation';
import type { PartsDelta } from '../../../conversation/model/protocol';
import { responseFormat } from '../../../conversation/model/requestFields';
import { Summary, LongText, lineCount, isLongText, Collapsible } from '../longText';
import { openFence, type Fence, closesFence } from '../markdown/blocks';
import { MediaPart } from '../media/mediaPart';
import { useStore } from '../useStore';
import { PartView } from '../partView';
import { type TextSegment, segments, type Segment, isTextSegment } from '../segments';
import { MarkedSegments } from '../sources';
import { type TextView, TextIsland, type TextFormat } from '../textIsland';
import { Waiting } from '../waiting';

/** Longer messages are probably pasted, so they stay plain text. */
const MAX_MARKDOWN_LENGTH = 8000;

const MARKUP =
  /[`*_#[\]<>|~$\\&]|https?:\/\/|mailto:|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]|^[ \t]*(?:---|:[ \t])/m;

/** A user message, as Markdown if that preserves the text. Doesn't grow. */
function UserText({ text }: { readonly text: string }): VNode {
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

interface TurnBodyProps {
  readonly turn: Turn;
  readonly isStreaming: boolean;
  readonly isEdited: boolean;
}

/**
 * The segments of a turn. Streamed text goes directly to its text island; other segments render only when a new
 * one starts.
 */
export function TurnBody({ turn, isStreaming, isEdited }: TurnBodyProps): VNode {
  const store = useStore();
  const { id } = turn;
  const begun = useSignal(0);
  const marked = useMemo(() => new MarkedSegments(), []);
  const islands = useRef(new Map<number, { readonly kind: string; readonly view: TextView }>());
  const shown = useRef<readonly Segment[]>([]);
  // Expiration changes the view without a change of the turn.
  const snapshot = expires(turn) ? store.panel.value : undefined;
  // When a segment starts, the other segments have grown since the last snapshot.
  const whole = (isStreaming ? store.turnNow(id) : undefined) ?? turn;
  const isJson = whole.role === 'model' && responseFormat(whole.sent)?.isEnum === false;
  const list = useMemo(
    () => segmentsOf(whole, isJson, marked),
    [whole, isJson, snapshot, begun.value],
  );
  shown.current = list;
  useLayoutEffect(() => {
    if (!isStreaming) return undefined;
    const take = ({ pieces }: PartsDelta): void => {
      for (const { text, thought } of pieces) {
        const last = islands.current.get(shown.current.length - 1);
        const isSame = last?.kind === (thought ? 'thought' : 'answer');
        if (!isSame || last.view.ended) {
          begun.value++;
          return;
        }
        last.view.push(text);
      }
    };
    const listening = store.turns.onDelta(id, take);
    return () => listening.dispose();
  }, [store, id, isStreaming]);

  const isGrowing = isStreaming && store.turns.growing.value === id;
  const body = (
    <div class={isEdited ? 'turn-body edited' : 'turn-body'}>
      {list.map((segment, index) => {
        if (segment.kind === 'media') return <MediaPart key={index} segment={segment} />;
        if (!isTextSegment(segment)) return <PartView key={index} segment={segment} />;
        if (turn.role === 'user') return <UserText key={index} text={segment.text} />;
        const format = formatOf(segment, isJson);
        const text = (
          <div key={`${index} ${format}`} class="turn-text">
            <TextIsland
              text={segment.text}
              format={format}
              hasEnded={!isStreaming}
              onView={(view) => {
                if (view) islands.current.set(index, { kind: segment.kind, view });
                else islands.current.delete(index);
              }}
            />
          </div>
        );
        if (segment.kind === 'answer') return text;
        const isThinking = isGrowing && index === list.length - 1;
        return (
          <details key={`${index} thought`} class="disclosure thoughts">
            <Summary>{isThinking ? l10n.t('Thinking…') : l10n.t('Thoughts')}</Summary>
            {text}
          </details>
        );
      })}
    </div>
  );
  if (!isStreaming || isGrowing) return body;
  const { waiting, isStalled = false } = store.panel.value ?? {};
  const isWaiting = list.length === 0 || isStalled || waiting !== undefined;
  return (
    <>
      {body}
      {isWaiting && <Waiting waiting={waiting} isStalled={isStalled} />}
    </>
  );
}

function formatOf(segment: TextSegment, isJson: boolean): TextFormat {
  if (isJson && segment.kind === 'answer') return 'json';
  return segment.marked ? 'markedMarkdown' : 'markdown';
}

function segmentsOf(turn: Turn, isJson: boolean, marked: MarkedSegments): readonly Segment[] {
  const { parts = [] } = turn.content;
  if (turn.role === 'user') return segments(parts, { ...turn, now: Date.now() });
  return isJson ? segments(parts) : marked.of(turn);
}

function expires(turn: Turn): boolean {
  return turn.role === 'user' && (turn.attached?.some(({ expiresAt }) => expiresAt) ?? false);
}
