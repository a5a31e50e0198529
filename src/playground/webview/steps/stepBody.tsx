import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { JsonObject } from '../../../api/schema/row';
import { isObject, items } from '../../../base/json';
import { Icon } from '../../../webview/kit/icon';
import { stepError, stepType } from '../../../conversation/model/interaction';
import type { Step } from '../../../conversation/model/conversation';
import { TextIsland } from '../textIsland';
import { fieldsOf, objectsAt, textOf } from '../jsonFields';
import { CodeBlock } from '../markdown/codeBlock';
import { LinkElement, safeLink } from '../markdown/elements';
import { MediaPart } from '../media/mediaPart';
import { Json, PartView } from '../partView';
import { revealedText } from '../reveal';
import { isTextSegment } from '../segments';
import { type StepSources, contentSegments, isContent, placesOf } from './stepSources';
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
        if (!isTextSegment(segment)) return <PartView key={index} segment={segment} />;
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
      return <Lines title={l10n.t('Searched for')} lines={linesOf(given.queries)} />;
    case 'url_context_call':
      return <Lines title={l10n.t('URLs to fetch')} lines={linesOf(given.urls)} />;
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
      return <Lines title={l10n.t('Found')} lines={placesOf(result)} />;
    case 'url_context_result':
      return <Lines title={l10n.t('Fetched')} lines={items(result).map(pageLine)} />;
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

interface Line {
  readonly title: string;
  readonly uri: string;
  readonly fact?: string;
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** Texts, which are links if they have a web address. */
function Lines({ title, lines }: LinesProps): VNode | null {
  if (lines.length === 0) return null;
  return (
    <Titled title={title}>
      <ul class="step-lines">
        {lines.map((line, index) => (
          <li key={index}>
            <Address uri={line.uri} title={line.title || line.uri} />
            {line.fact && <span class="fact">{line.fact}</span>}
          </li>
        ))}
      </ul>
    </Titled>
  );
}

function linesOf(texts: unknown): readonly Line[] {
  const shown = items(texts).map(textOf).filter(Boolean);
  return shown.map((text) => ({ title: text, uri: text }));
}

function pageLine(page: unknown): Line {
  const { url, status } = fieldsOf(page);
  return { title: '', uri: textOf(url), fact: pageStatus(textOf(status)) };
}

/** Returns why a page is missing. Empty if it isn't. */
function pageStatus(status: string): string {
  switch (status) {
    case 'success':
      return '';
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
