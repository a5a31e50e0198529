import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import type { ModelTurn, Turn } from '../../../conversation/model/conversation';
import { textLines, turnText } from '../../../conversation/model/turns';
import { Summary } from '../longText';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import { Plot, similarities } from './plot';
import './embeddings.css';

/** Maximum number of vectors. The table has a cell for each pair. */
const MAX_VECTORS = 100;

type Vectors = readonly (readonly number[])[];

interface VectorsProps {
  readonly vectors: Vectors;
  readonly texts: readonly string[];
}

export function EmbeddingView({ turn }: { readonly turn: ModelTurn }): VNode | null {
  const { embeddings, id } = turn;
  return embeddings && embeddings.length > 0 ? <Embeddings turn={id} vectors={embeddings} /> : null;
}

interface EmbeddingsProps {
  readonly turn: string;
  readonly vectors: Vectors;
}

function Embeddings({ turn, vectors }: EmbeddingsProps): VNode {
  const store = useStore();
  const { format } = store;
  const size = format.count(vectors[0]?.length ?? 0);
  const asked = store.turns.before(turn)?.value;
  const copy = async (): Promise<void> => {
    if (await store.ask('copyVectors', { turn })) store.announce(l10n.t('Copied'));
  };
  return (
    <section class="embeddings">
      <div class="embedding-head">
        <span>
          {vectors.length === 1
            ? l10n.t('1 vector with {0} dimensions', size)
            : l10n.t('{0} vectors with {1} dimensions', format.count(vectors.length), size)}
        </span>
        <Button
          label={l10n.t('Copy Vectors')}
          icon="copy"
          kind="secondary"
          onClick={() => void copy()}
        />
      </div>
      {vectors.length > 1 && <Plots vectors={vectors} texts={textsOf(asked, vectors.length)} />}
    </section>
  );
}

function Plots({ vectors: all, texts: names }: VectorsProps): VNode {
  const { format } = useStore();
  const vectors = useMemo(() => all.slice(0, MAX_VECTORS), [all]);
  const texts = names.slice(0, MAX_VECTORS);
  return (
    <>
      {vectors.length < all.length && (
        <p class="note">
          {l10n.t(
            'Showing {0} of {1} strings.',
            format.count(MAX_VECTORS),
            format.count(all.length),
          )}
        </p>
      )}
      <details class="disclosure" open>
        <Summary>{l10n.t('Similarity')}</Summary>
        <SimilarityTable vectors={vectors} texts={texts} />
      </details>
      <details class="disclosure" open>
        <Summary>{l10n.t('Plot')}</Summary>
        <Plot vectors={vectors} texts={texts} />
      </details>
    </>
  );
}

/** Returns the embedded texts. Empty if the message has changed. */
function textsOf(asked: Turn | undefined, count: number): readonly string[] {
  const text = asked ? turnText(asked) : '';
  const lines = count === 1 ? [text] : textLines(text);
  return lines.length === count ? lines.map(revealedText) : Array.from({ length: count }, () => '');
}

function SimilarityTable({ vectors, texts }: VectorsProps): VNode {
  const { format } = useStore();
  const rows = useMemo(() => similarities(vectors), [vectors]);
  return (
    <div class="table-frame similarity" tabIndex={0}>
      <table>
        <caption class="visually-hidden">{l10n.t('Cosine similarity')}</caption>
        <thead>
          <tr>
            <td />
            {texts.map((text, index) => (
              <th key={index} scope="col" title={text}>
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((values, index) => (
            <tr key={index}>
              <th scope="row" title={texts[index]}>
                {`${index + 1} ${texts[index] ?? ''}`.trim()}
              </th>
              {values.map((value, column) => (
                <td key={column} style={{ '--tint': `${Math.round(Math.max(0, value) * 100)}%` }}>
                  {format.fixed(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
