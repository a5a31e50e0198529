import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import './code.css';
import * as l10n from '@vscode/l10n';
import { h, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { CopyButton } from '../copyButton';
import { Collapsible, lineCount, PlainText } from '../longText';
import { type Child, reveal, revealedText } from '../reveal';
import { useStore } from '../useStore';

const LANGUAGES = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, language);
}
highlighter.registerAliases(['shell', 'console', 'terminal'], { languageName: 'bash' });
highlighter.registerAliases(['jsonc', 'json5'], { languageName: 'json' });
highlighter.configure({ classPrefix: 'hl-' });

const MAX_LENGTH = 40_000;
const MAX_DEPTH = 20;

function isHighlighted(language: string, length: number): boolean {
  return length <= MAX_LENGTH && highlighter.getLanguage(language) !== undefined;
}

/** Converts highlight.js output to elements. Its HTML is never inserted. */
export function highlight(code: string, language: string): readonly Child[] {
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  const root: Child[] = [];
  const open: { readonly className: string; readonly children: Child[] }[] = [];
  let children = root;
  let dropped = 0;
  // The output contains only escaped text, `<span class="…">`, and `</span>`.
  for (const [token, className] of value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (className !== undefined) {
      if (open.length === MAX_DEPTH) dropped++;
      else {
        children = [];
        open.push({ className, children });
      }
    } else if (token !== '</span>') children.push(...reveal(unescaped(token), 'code'));
    else if (dropped > 0) dropped--;
    else {
      const scope = open.pop();
      children = open.at(-1)?.children ?? root;
      if (scope) children.push(h('span', { class: scope.className }, scope.children));
    }
  }
  return root;
}

const ENTITIES: { readonly [entity: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function unescaped(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

const LONG_LINES = 40;
const LONG_TEXT = 16_000;
const SHOWN = 8000;
/** UTF-16 units highlighted during streaming. The rest follows at the end. */
const COLOURED_WHILE_GROWING = 8000;

interface CodeBlockProps {
  readonly language: string;
  readonly text: string;
  readonly isGrowing?: boolean;
  readonly provisional?: string;
}

/** A code block with language, copy button, and editor actions. Highlighted up to a maximum length. */
export function CodeBlock(props: CodeBlockProps): VNode {
  const { language, text, isGrowing = false, provisional = '' } = props;
  const { ask, panel } = useStore();
  const isDiagram = language.toLowerCase() === 'mermaid' && panel.value?.drawsDiagrams === true;
  const newlines = useMemo(() => lineCount(text) - 1, [text]);
  return (
    <Collapsible
      class="code-block"
      isLong={newlines > LONG_LINES || text.length > LONG_TEXT}
      lines={newlines > LONG_LINES ? newlines : undefined}
      length={text.length}
    >
      {(isCollapsed) => (
        <>
          <div class="code-head">
            <span class="code-language">{revealedText(language) || l10n.t('text')}</span>
            {isDiagram && (
              <Button
                label={l10n.t('Open Diagram')}
                icon="open-preview"
                bare
                onClick={() => void ask('openDiagram', { text })}
              />
            )}
            <CopyButton label={l10n.t('Copy Code')} text={() => text} />
            <Button
              label={l10n.t('Open Code in Editor')}
              icon="go-to-file"
              bare
              onClick={() => void ask('openInEditor', { text, language: language || null })}
            />
            <Button
              label={l10n.t('Insert at Cursor')}
              icon="insert"
              bare
              onClick={() => void ask('insertAtCursor', { text })}
            />
            <Button
              label={l10n.t('Compare with Selection')}
              icon="split-horizontal"
              bare
              onClick={() => void ask('compareWithSelection', { text })}
            />
          </div>
          <pre>
            <code>
              {isHighlighted(language, text.length) ? (
                <ColouredCode language={language} text={text + provisional} isGrowing={isGrowing} />
              ) : (
                <PlainText text={text} where="code" limit={isCollapsed ? SHOWN : Infinity} />
              )}
            </code>
          </pre>
        </>
      )}
    </Collapsible>
  );
}

interface ColouredCodeProps {
  readonly language: string;
  readonly text: string;
  readonly isGrowing: boolean;
}

function ColouredCode({ language, text, isGrowing }: ColouredCodeProps): VNode {
  const coloured = isGrowing ? text.slice(0, COLOURED_WHILE_GROWING) : text;
  const code = useMemo(() => <>{highlight(coloured, language)}</>, [coloured, language]);
  return (
    <>
      {code}
      {reveal(text.slice(coloured.length), 'code')}
    </>
  );
}
