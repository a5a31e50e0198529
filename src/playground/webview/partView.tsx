import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { isObject } from '../../base/json';
import { Icon } from '../../webview/kit/icon';
import { CodeBlock } from './markdown/codeBlock';
import { FileCard } from './media/mediaPart';
import { useStore } from './useStore';
import { revealedText } from './reveal';
import type { CardTitle, Segment } from './segments';

type Other = Exclude<Segment, { readonly kind: 'answer' | 'thought' | 'media' }>;

export function PartView({ segment }: { readonly segment: Other }): VNode {
  switch (segment.kind) {
    case 'speaker':
      return (
        <p class="speaker">
          {revealedText([segment.name, segment.style].filter(Boolean).join(', '))}
        </p>
      );
    case 'transcript':
      return (
        <TitledPart title={l10n.t('Transcript')}>
          <CodeBlock language="" text={segment.text} />
          {Object.keys(segment.json).length > 0 && (
            <CodeBlock language="json" text={prettyJson(segment.json).text} />
          )}
        </TitledPart>
      );
    case 'code':
      return (
        <TitledPart title={l10n.t('Executable code')} id={segment.id}>
          <CodeBlock language={segment.language} text={segment.text} />
        </TitledPart>
      );
    case 'result':
      return (
        <TitledPart
          title={l10n.t(
            'Code execution result: {0}',
            revealedText(segment.outcome) || l10n.t('no reason given'),
          )}
          id={segment.id}
        >
          <CodeBlock language="" text={segment.text} />
        </TitledPart>
      );
    case 'file':
      return <FileCard segment={segment} />;
    case 'card':
      return <Card segment={segment} />;
  }
}

function cardTitle(title: CardTitle): string {
  switch (title) {
    case 'functionCall':
      return l10n.t('Function call');
    case 'functionResponse':
      return l10n.t('Function response');
    case 'toolCall':
      return l10n.t('Tool call');
    case 'toolResponse':
      return l10n.t('Tool response');
    case 'otherPart':
      return l10n.t('Part without text');
  }
}

function Card({ segment }: { readonly segment: Other & { readonly kind: 'card' } }): VNode {
  const { title, name, id, json } = segment;
  const isEmpty = isObject(json) && Object.keys(json).length === 0;
  return (
    <div class="part">
      <div class="part-title">
        <Icon name="symbol-method" />
        <span>{cardTitle(title)}</span>
        {name && <code>{revealedText(name)}</code>}
        {id && <span class="part-id">{revealedText(id)}</span>}
      </div>
      {!isEmpty && <Json value={json} />}
      {isEmpty && title === 'functionCall' && <p class="note">{l10n.t('No arguments.')}</p>}
    </div>
  );
}

export function Json({ value }: { readonly value: unknown }): VNode {
  const { format } = useStore();
  const { text, deep, cut } = useMemo(() => prettyJson(value), [value]);
  return (
    <>
      <CodeBlock language="json" text={text} />
      {deep && (
        <p class="note">
          {l10n.t('Too deeply nested for a formatted view. Showing the original.')}
        </p>
      )}
      {cut && <p class="note">{l10n.t('Truncated after {0}.', format.bytes(text.length))}</p>}
    </>
  );
}

function TitledPart(props: {
  readonly title: string;
  readonly id?: string | undefined;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <div class="part">
      <div class="part-title">
        <span>{props.title}</span>
        {props.id && <span class="part-id">{revealedText(props.id)}</span>}
      </div>
      {props.children}
    </div>
  );
}

/** Deeper values aren't indented, because the indentation would exceed the content. */
const MAX_DEPTH = 60;
const MAX_LENGTH = 200_000;

interface PrettyJson {
  readonly text: string;
  readonly deep: boolean;
  readonly cut: boolean;
}

export function prettyJson(value: unknown): PrettyJson {
  const deep = depthOver(value, MAX_DEPTH);
  const text = deep ? compactJson(value) : JSON.stringify(value, null, 2);
  if (text.length <= MAX_LENGTH) return { text, deep, cut: false };
  return { text: text.slice(0, MAX_LENGTH), deep, cut: true };
}

/** Whether a value is nested deeper than `limit`. Iterative: input depth is untrusted. */
function depthOver(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item): readonly unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

/** Iterative: `JSON.stringify` overflows the stack at some thousand levels. */
function compactJson(root: unknown): string {
  const out: string[] = [];
  const work: ({ readonly text: string } | { readonly value: unknown })[] = [{ value: root }];
  let length = 0;
  for (let next = work.pop(); next && length <= MAX_LENGTH; next = work.pop()) {
    const piece = 'text' in next ? next.text : expandJson(next.value, work);
    out.push(piece);
    length += piece.length;
  }
  return out.join('');
}

type Work = ({ readonly text: string } | { readonly value: unknown })[];

function expandJson(value: unknown, work: Work): string {
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  work.push({ text: list ? ']' : '}' });
  for (const [index, [key, item]] of [...entries.entries()].reverse()) {
    work.push({ value: item });
    const comma = index > 0 ? ',' : '';
    work.push({ text: list ? comma : `${comma}${JSON.stringify(key)}:` });
  }
  return list ? '[' : '{';
}
