import './schemaProblems.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { Icon } from '../../../webview/kit/icon';
import type { ModelTurn } from '../../../conversation/model/conversation';
import { responseFormat, uncheckedKeywords } from '../../../conversation/model/tools';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';

interface SchemaProblemsProps {
  readonly turn: ModelTurn;
  /** Whether this is the last turn and nothing is streaming, so that a fix can be requested. */
  readonly isLast: boolean;
}

export function SchemaProblems({ turn, isLast }: SchemaProblemsProps): VNode | null {
  const { ask } = useStore();
  const { id, schemaProblems: problems, sent } = turn;
  if (!problems) return null;
  const schema = responseFormat(sent)?.schema;
  const hasSchema = schema !== undefined || sent === undefined;
  const open = hasSchema && (
    <Button
      label={l10n.t('Open Schema')}
      kind={problems.length > 0 ? 'secondary' : 'link'}
      onClick={() => void ask('openSchema', { turn: id })}
    />
  );
  if (problems.length === 0) {
    const unchecked = schema === undefined ? [] : uncheckedKeywords(schema);
    const words = hasSchema ? l10n.t('Matches its schema') : l10n.t('Valid JSON');
    return (
      <p class="schema-line">
        <Icon name="check" />
        {unchecked.length > 0
          ? l10n.t('{0} (not checked: {1})', words, revealedText(unchecked.slice(0, 10).join(', ')))
          : words}
        {open}
      </p>
    );
  }
  return (
    <div class="schema-problems">
      <p class="schema-title">
        <Icon name="warning" />
        {hasSchema ? l10n.t('Doesn’t match its schema') : l10n.t('Not the requested JSON')}
      </p>
      <ul>
        {problems.map((text, index) => (
          <li key={index}>{revealedText(text)}</li>
        ))}
      </ul>
      <div class="button-row">
        {isLast && (
          <Button
            label={l10n.t('Ask for a Fix')}
            kind="primary"
            onClick={() => void ask('askToCorrect', { turn: id })}
          />
        )}
        {open}
      </div>
    </div>
  );
}
