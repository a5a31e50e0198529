import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from '../../../webview/kit/icon';
import type { Turn } from '../../../conversation/model/conversation';
import type { PartsDelta } from '../../../conversation/model/protocol';
import { responseFormat } from '../../../conversation/model/tools';
import { MediaPart } from '../media';
import { useStore } from '../useStore';
import { PartView } from '../partView';
import { type Segment, segments } from '../segments';
import { MarkedSegments } from '../sources';
import { type TextFormat, TextIsland, type TextView } from '../textIsland';
import { UserText } from '../userText';
import { Waiting } from '../waiting';

type TextSegment = Segment & { readonly kind: 'answer' | 'thought' };

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
    const listening = store.onDelta(id, take);
    return () => listening.dispose();
  }, [store, id, isStreaming]);

  const isGrowing = isStreaming && store.growing.value === id;
  const body = (
    <div class={isEdited ? 'turn-body edited' : 'turn-body'}>
      {list.map((segment, index) => {
        if (segment.kind === 'media') return <MediaPart key={index} segment={segment} />;
        if (!isText(segment)) return <PartView key={index} segment={segment} />;
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
            <summary>
              <Icon name="chevron-right" />
              <span>{isThinking ? l10n.t('Thinking…') : l10n.t('Thoughts')}</span>
            </summary>
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

function isText(segment: Segment): segment is TextSegment {
  return segment.kind === 'answer' || segment.kind === 'thought';
}

function expires(turn: Turn): boolean {
  return turn.role === 'user' && (turn.attached?.some(({ expiresAt }) => expiresAt) ?? false);
}
