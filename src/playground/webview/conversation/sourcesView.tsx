import './sources.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ModelTurn } from '../../../conversation/model/conversation';
import { LinkElement, parseMarkdown, plainText, safeLink } from '../markdown';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import { type Source, type Sources, sourcesOf } from '../sources';
import { stepSources } from '../steps/stepSources';
import { CopyButton } from '../copyButton';
import { Disclosure } from './disclosure';
import { hasLogprobs, Logprobs } from './logprobs';

const FEW = 5;

export function SourcesView({ turn }: { readonly turn: ModelTurn }): VNode | null {
  const { format } = useStore();
  const found = useMemo(() => (turn.outcome ? foundIn(turn) : undefined), [turn]);
  const isRated = useMemo(() => hasLogprobs(turn), [turn]);
  if (!found && !isRated) return null;
  return (
    <div class="inspect">
      {found && (
        <Disclosure
          id={`sources ${turn.id}`}
          title={l10n.t('Sources ({0})', format.count(found.list.length))}
          isOpen={found.list.length <= FEW}
        >
          <ol class="sources">
            {found.list.map((source, index) => (
              <SourceView key={index} source={source} number={index + 1} />
            ))}
          </ol>
          {found.queries.length > 0 && <Queries queries={found.queries} />}
        </Disclosure>
      )}
      {isRated && <Logprobs turn={turn} />}
    </div>
  );
}

function foundIn(turn: ModelTurn): Pick<Sources, 'list' | 'queries'> | undefined {
  if (!turn.interaction) return sourcesOf(turn);
  const { list } = stepSources(turn.interaction.steps);
  return list.length === 0 ? undefined : { list, queries: [] };
}

interface SourceViewProps {
  readonly source: Source;
  readonly number: number;
}

function SourceView({ source, number }: SourceViewProps): VNode {
  const { format } = useStore();
  const { title, uri, note, quotes } = source;
  const link = safeLink(uri, title, '');
  const beside = link && link.target !== title && title !== '' ? link.target : '';
  return (
    <li class="source" data-source={String(number)} tabIndex={-1} value={number}>
      <div class="source-head">
        <SourceName source={source} />
        {beside && <span class="fact">{revealedText(beside)}</span>}
        {note && <span class="fact">{revealedText(note)}</span>}
      </div>
      {quotes.map(({ text, confidence }, index) => (
        <div key={index} class="source-quote">
          <q>{revealedText(plainText(parseMarkdown(text)).trim())}</q>
          {confidence !== undefined && (
            <>
              {' '}
              <span class="fact">{l10n.t('{0} confidence', format.percent(confidence))}</span>
            </>
          )}
        </div>
      ))}
    </li>
  );
}

/** Links only web URLs and chunk names; other sources are plain text. */
function SourceName({ source: { title, uri, chunk } }: Pick<SourceViewProps, 'source'>): VNode {
  const { ask } = useStore();
  const words = revealedText(title || uri);
  const link = safeLink(uri, title, '');
  if (link) return <LinkElement link={link}>{words}</LinkElement>;
  if (chunk === undefined) return <span>{words}</span>;
  return (
    <button
      type="button"
      class="link-button"
      title={l10n.t('Opens {0}', words)}
      onClick={() => void ask('openChunk', { name: chunk })}
    >
      {words}
    </button>
  );
}

/** Search queries as text. Never renders the HTML widget of the API. */
function Queries({ queries }: { readonly queries: readonly string[] }): VNode {
  return (
    <div class="searched">
      <span class="fact">{l10n.t('Searched for')}</span>
      <ul class="searches">
        {queries.map((query, index) => (
          <li key={index}>
            <span>{revealedText(query)}</span>
            <CopyButton label={l10n.t('Copy Search Query')} text={() => query} />
          </li>
        ))}
      </ul>
    </div>
  );
}
