import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { JsonObject } from '../../../api/schema/row';
import { isObject, items, textAt } from '../../../base/json';
import { Icon } from '../../../webview/kit/icon';
import { stepError, type Step, stepType } from '../../../conversation/model/interaction';
import { TextIsland } from '../textIsland';
import { fieldsOf, objectsAt, textOf } from '../jsonFields';
import { CodeBlock, LinkElement, safeLink } from '../markdown';
import { MediaPart } from '../media';
import { Json, PartView } from '../partView';
import { revealedText } from '../reveal';
import type { Segment } from '../segments';
import { contentSegments, isContent } from './stepSegments';
import { placesOf, type StepSources } from './stepSources';
import type { TimelineItem } from './timeline';

interface ContentProps {
  readonly blocks: readonly JsonObject[];
  readonly isGrowing: boolean;
  readonly isJson?: boolean | undefined;
  readonly sources?: StepSources | undefined;
}

export function Content({ blocks, isGrowing, isJson = false, sources }: ContentProps): VNode {
  const list = useMemo(() => contentSegments(blocks, sources), [blocks, sources]);
  return (
    <div class="step-content">
      {list.map((segment, index) => {
        if (segment.kind === 'media') return <MediaPart key={index} segment={segment} />;
        if (!isText(segment)) return <PartView key={index} segment={segment} />;
        const format = isJson ? 'json' : segment.marked ? 'markedMarkdown' : 'markdown';
        return (
          <div key={`${index} ${format}`} class="turn-text">
            <TextIsland text={segment.text} format={format} hasEnded={!isGrowing} />
          </div>
        );
      })}
    </div>
  );
}

function isText(segment: Segment): segment is Segment & { readonly kind: 'answer' | 'thought' } {
  return segment.kind === 'answer' || segment.kind === 'thought';
}

export function StepError({ step }: { readonly step: Step }): VNode | null {
  const error = stepError(step);
  if (error === undefined) return null;
  return (
    <p class="step-error">
      <Icon name="error" />
      <span>{revealedText(error) || l10n.t('No reason was given.')}</span>
    </p>
  );
}

interface StepDetailsProps {
  readonly item: TimelineItem;
  readonly isGrowing: boolean;
}

export function StepDetails({ item, isGrowing }: StepDetailsProps): VNode {
  const { step, result } = item;
  return (
    <>
      <Input step={step} isGrowing={isGrowing} />
      {result && <Output step={result} />}
      <StepError step={step} />
    </>
  );
}

interface InputProps {
  readonly step: Step;
  readonly isGrowing: boolean;
}

function Input({ step, isGrowing }: InputProps): VNode | null {
  const type = stepType(step);
  const given = fieldsOf(step.arguments);
  switch (type) {
    case 'thought': {
      const summary = objectsAt(step, 'summary');
      if (summary.length > 0) return <Content blocks={summary} isGrowing={isGrowing} />;
      return <p class="note">{l10n.t('Thoughts aren’t available.')}</p>;
    }
    case 'user_input':
      return <Content blocks={objectsAt(step, 'content')} isGrowing={false} />;
    case 'code_execution_call':
      return <CodeBlock language={textOf(given.language) || 'python'} text={textOf(given.code)} />;
    case 'google_search_call':
    case 'google_maps_call':
    case 'retrieval_call':
      return <Lines title={l10n.t('Searched for')} lines={items(given.queries).map(textOf)} />;
    case 'url_context_call':
      return <Lines title={l10n.t('URLs to fetch')} lines={items(given.urls).map(textOf)} />;
    case 'function_call':
    case 'mcp_server_tool_call':
      return (
        <Titled title={l10n.t('Input')}>
          {Object.keys(given).length === 0 ? (
            <p class="note">{l10n.t('No arguments.')}</p>
          ) : (
            <Json value={given} />
          )}
        </Titled>
      );
    case 'file_search_call':
    case 'processing_call':
      return null;
  }
  return type.endsWith('_result') ? <Output step={step} /> : <Json value={omitSignature(step)} />;
}

function Output({ step }: { readonly step: Step }): VNode | null {
  const { result } = step;
  switch (stepType(step)) {
    case 'google_search_result':
      // The API's HTML widget is never rendered.
      return null;
    case 'google_maps_result':
      return <Places places={placesOf(result)} />;
    case 'url_context_result':
      return <Pages pages={items(result).map(fieldsOf)} />;
    case 'file_search_result':
    case 'retrieval_result':
    case 'processing_result':
      return null;
    case 'code_execution_result':
      return (
        <Titled title={step.is_error === true ? l10n.t('Error') : l10n.t('Output')}>
          <ArgumentValue value={result} />
        </Titled>
      );
    case 'function_result':
    case 'mcp_server_tool_result':
      return (
        <Titled title={step.is_error === true ? l10n.t('Error') : l10n.t('Result')}>
          <ArgumentValue value={result} />
        </Titled>
      );
  }
  return <Json value={omitSignature(step)} />;
}

function ArgumentValue({ value }: { readonly value: unknown }): VNode {
  if (typeof value === 'string') {
    if (value === '') return <p class="note">{l10n.t('None.')}</p>;
    return <CodeBlock language="" text={value} />;
  }
  const blocks = items(value).filter(isObject);
  if (isContent(blocks) && blocks.length === items(value).length) {
    return <Content blocks={blocks} isGrowing={false} />;
  }
  return <Json value={value ?? null} />;
}

function Titled(props: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <div class="step-side">
      <div class="step-title">{props.title}</div>
      {props.children}
    </div>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
}

function Lines({ title, lines }: LinesProps): VNode | null {
  const shown = lines.filter(Boolean);
  if (shown.length === 0) return null;
  return (
    <Titled title={title}>
      <ul class="step-lines">
        {shown.map((line, index) => (
          <li key={index}>
            <Address uri={line} title={line} />
          </li>
        ))}
      </ul>
    </Titled>
  );
}

interface PlacesProps {
  readonly places: readonly { readonly title: string; readonly uri: string }[];
}

function Places({ places }: PlacesProps): VNode | null {
  if (places.length === 0) return null;
  return (
    <Titled title={l10n.t('Found')}>
      <ul class="step-lines">
        {places.map(({ title, uri }, index) => (
          <li key={index}>
            <Address uri={uri} title={title || uri} />
          </li>
        ))}
      </ul>
    </Titled>
  );
}

function Pages({ pages }: { readonly pages: readonly JsonObject[] }): VNode | null {
  if (pages.length === 0) return null;
  return (
    <Titled title={l10n.t('Fetched')}>
      <ul class="step-lines">
        {pages.map((page, index) => (
          <li key={index}>
            <Address uri={textAt(page, 'url')} title={textAt(page, 'url')} />
            {!/^(success)?$/.test(textAt(page, 'status')) && (
              <span class="fact">{pageStatus(textAt(page, 'status'))}</span>
            )}
          </li>
        ))}
      </ul>
    </Titled>
  );
}

function pageStatus(status: string): string {
  switch (status) {
    case 'error':
      return l10n.t('couldn’t be fetched');
    case 'paywall':
      return l10n.t('behind a paywall');
    case 'unsafe':
      return l10n.t('unsafe');
  }
  return revealedText(status);
}

function Address({ uri, title }: { readonly uri: string; readonly title: string }): VNode {
  const link = safeLink(uri, title, '');
  if (!link) return <span>{revealedText(title)}</span>;
  return <LinkElement link={link}>{revealedText(title)}</LinkElement>;
}

function omitSignature({ signature: _, ...rest }: Step): JsonObject {
  return rest;
}
