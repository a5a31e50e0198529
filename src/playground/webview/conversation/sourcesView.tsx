import type { JsonObject } from '../../../api/schema/row';
import { items } from '../../../base/json';
import { fieldsOf, textOf } from '../jsonFields';
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ModelTurn } from '../../../conversation/model/conversation';
import { LinkElement, safeLink } from '../markdown/elements';
import { parseMarkdown, plainText } from '../markdown/parse';
import { Summary } from '../longText';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import { candidateOf, type Source, type Sources, sourcesOf } from '../sources';
import { stepSources } from '../steps/stepSources';
import { CopyButton } from '../copyButton';

function hasLogprobs(turn: ModelTurn): boolean {
  const candidate = candidateOf(turn);
  return typeof candidate?.avgLogprobs === 'number' || tokenRows(candidate).count > 0;
}

function Logprobs({ turn }: { readonly turn: ModelTurn }): VNode {
  const { format } = useStore();
  const candidate = candidateOf(turn);
  const average = candidate?.avgLogprobs;
  const { rows, count } = tokenRows(candidate);
  const title =
    typeof average === 'number'
      ? l10n.t('Token probabilities, {0} on average', format.percent(Math.exp(average)))
      : l10n.t('Token probabilities');
  if (count === 0) return <p class="fact">{title}</p>;
  return (
    <Disclosure id={`logprobs ${turn.id}`} title={title} isOpen={false}>
      <div class="table-frame token-frame">
        <table class="tokens">
          <thead>
            <tr>
              {[l10n.t('Token'), l10n.t('Probability'), l10n.t('Alternatives')].map((words) => (
                <th key={words} scope="col">
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Row key={index} {...row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < count && (
        <p class="note">
          {l10n.t('The first {0} of {1} tokens.', format.count(rows.length), format.count(count))}
        </p>
      )}
    </Disclosure>
  );
}

function Row({ token, probability, others }: TokenRow): VNode {
  const { format } = useStore();
  return (
    <tr>
      <td>
        <code>{quoted(token)}</code>
      </td>
      <td>{format.percent(probability)}</td>
      <td>
        {others.map((other, index) => (
          <span key={index} class="alternative">
            <code>{quoted(other.token)}</code> {format.percent(other.probability)}
          </span>
        ))}
      </td>
    </tr>
  );
}

/** Returns a token with visible spaces and line breaks. */
function quoted(token: string): string {
  return revealedText(JSON.stringify(token).slice(1, -1).replaceAll(' ', '␣'));
}

const MAX_TOKENS = 200;
const MAX_ALTERNATIVES = 5;

interface Likely {
  readonly token: string;
  /** 0 to 1 */
  readonly probability: number;
}

interface TokenRow extends Likely {
  readonly others: readonly Likely[];
}

function tokenRows(candidate: JsonObject | undefined): {
  readonly rows: readonly TokenRow[];
  readonly count: number;
} {
  const { chosenCandidates, topCandidates } = fieldsOf(candidate?.logprobsResult);
  const chosen = items(chosenCandidates);
  const tops = items(topCandidates);
  const rows = chosen.slice(0, MAX_TOKENS).map((item, index): TokenRow => {
    const row = likely(item);
    const others = items(fieldsOf(tops[index]).candidates)
      .slice(0, MAX_ALTERNATIVES + 1)
      .map(likely)
      .filter(({ token }) => token !== row.token);
    return { ...row, others: others.slice(0, MAX_ALTERNATIVES) };
  });
  return { rows, count: chosen.length };
}

function likely(item: unknown): Likely {
  const { token, logProbability } = fieldsOf(item);
  return {
    token: textOf(token),
    probability: Math.exp(typeof logProbability === 'number' ? logProbability : -Infinity),
  };
}

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

interface DisclosureProps {
  readonly id: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

function Disclosure({ id, title, isOpen, children }: DisclosureProps): VNode {
  const { opened, setOpened } = useStore().reading;
  return (
    <details
      class="disclosure"
      open={opened.value.get(id) ?? isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== (opened.peek().get(id) ?? isOpen)) setOpened(id, open);
      }}
    >
      <Summary>{title}</Summary>
      {children}
    </details>
  );
}
