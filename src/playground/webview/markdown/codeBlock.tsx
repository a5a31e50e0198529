import './code.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { CopyButton } from '../copyButton';
import { Collapsible, lineCount, PlainText } from '../longText';
import { reveal, revealedText } from '../reveal';
import { useStore } from '../useStore';
import { highlight, isHighlighted } from './highlight';

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
