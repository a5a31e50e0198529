import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { isObject } from '../../base/json';
import { Icon } from '../../webview/kit/icon';
import { CodeBlock } from './markdown';
import { FileCard } from './media';
import { useStore } from './useStore';
import { revealedText } from './reveal';
import { prettyJson } from './prettyJson';
import type { CardTitle, Segment } from './segments';
import './partView.css';

type Other = Exclude<Segment, { readonly kind: 'answer' | 'thought' | 'media' }>;

/** A part that is not text: code that the model runs, its result, a file, or a card of JSON. */
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
        <TitledPart title={l10n.t('What was heard')}>
          <CodeBlock language="" text={segment.text} />
          {Object.keys(segment.json).length > 0 && (
            <CodeBlock language="json" text={prettyJson(segment.json).text} />
          )}
        </TitledPart>
      );
    case 'code':
      return (
        <TitledPart title={l10n.t('Code that the model runs')} id={segment.id}>
          <CodeBlock language={segment.language} text={segment.text} />
        </TitledPart>
      );
    case 'result':
      return (
        <TitledPart
          title={l10n.t(
            'Result of the code: {0}',
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
      return l10n.t('Tool answer');
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
      {isEmpty && title === 'functionCall' && <p class="note">{l10n.t('Without arguments.')}</p>}
    </div>
  );
}

/** A value as JSON, laid out as far as it can be. */
export function Json({ value }: { readonly value: unknown }): VNode {
  const { format } = useStore();
  const { text, deep, cut } = useMemo(() => prettyJson(value), [value]);
  return (
    <>
      <CodeBlock language="json" text={text} />
      {deep && <p class="note">{l10n.t('Too deeply nested to be laid out; shown as it came.')}</p>}
      {cut && <p class="note">{l10n.t('Cut after {0}.', format.bytes(text.length))}</p>}
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
