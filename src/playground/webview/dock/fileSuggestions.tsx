import './fileSuggestions.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../../webview/kit/icon';
import type { FileSuggestion } from '../../../conversation/model/calls';
import { revealedText } from '../reveal';
import type { FileCompletion } from '../state/fileCompletion';

const ICONS: { readonly [K in FileSuggestion['kind']]: IconName } = {
  selection: 'code',
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-method',
};

interface SuggestionsProps {
  readonly id: string;
  readonly completion: FileCompletion;
  readonly onChoose: (index: number) => void;
}

/** In CSS pixels. */
const MAX_WIDTH = 480;
const GAP = 4;

export function suggestionId(id: string, index: number): string {
  return `${id}-${index}`;
}

/** The list above the composer. The text field keeps the focus and handles the keys. */
export function FileSuggestions({ id, completion, onChoose }: SuggestionsProps): VNode | null {
  const frame = useRef<HTMLDivElement>(null);
  const rows = completion.rows.value;
  const active = completion.active.value;
  const problem = completion.problem.value;
  useLayoutEffect(() => {
    const { current: element } = frame;
    if (!element) return undefined;
    const place = (): void => placeAbove(element);
    place();
    element.children[active]?.scrollIntoView({ block: 'nearest' });
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [rows, active, problem]);
  if (problem !== undefined) {
    return (
      <div ref={frame} class="file-suggestions note" role="status">
        {revealedText(problem)}
      </div>
    );
  }
  if (rows.length === 0) return null;
  return (
    <div
      ref={frame}
      id={id}
      class="file-suggestions"
      role="listbox"
      aria-label={l10n.t('Files and symbols')}
    >
      {rows.map(({ kind, label, description }, index) => (
        <div
          key={`${kind} ${description} ${label} ${index}`}
          id={suggestionId(id, index)}
          class={index === active ? 'file-suggestion active' : 'file-suggestion'}
          role="option"
          aria-selected={index === active}
          title={[description, label].filter(Boolean).map(revealedText).join('/')}
          // Keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => completion.activate(index)}
          onClick={() => onChoose(index)}
        >
          <Icon name={ICONS[kind]} />
          <span class="file-suggestion-label">{revealedText(label)}</span>
          <span class="file-suggestion-description">{revealedText(description)}</span>
        </div>
      ))}
    </div>
  );
}

function placeAbove(element: HTMLElement): void {
  const box = element.parentElement?.getBoundingClientRect();
  if (!box) return;
  element.style.left = `${box.left}px`;
  element.style.bottom = `${window.innerHeight - box.top + GAP}px`;
  element.style.width = `${Math.min(box.width, MAX_WIDTH)}px`;
}
