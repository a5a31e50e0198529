import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { ModelTurn } from '../../../../src/conversation/model/conversation';
import { sourcesOf } from '../../../../src/playground/webview/sources';
import { settled } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { type TestSession, World } from '../../conversation/world';

type Candidate = Message<'Candidate'>;

const BEGUN = '🪁 flies. 漢字';
const REST = 'です。 Ende „so“. 🪁 flies.';
const SITE = (name: string) => ({ web: { title: name, uri: `https://${name}.test/` } });

/** The bytes of a piece of a text. */
function bytesOf(text: string, piece: string): { startIndex: number; endIndex: number } {
  const startIndex = Buffer.byteLength(text.slice(0, text.indexOf(piece)));
  return { startIndex, endIndex: startIndex + Buffer.byteLength(piece) };
}

function citing(...pieces: readonly (readonly [text: string, piece: string])[]): Candidate {
  const citationSources = pieces.map(([text, piece]) => ({
    ...bytesOf(text, piece),
    uri: `https://${piece.length}.test/`,
  }));
  return { citationMetadata: { citationSources } };
}

describe('the sources of an answer that was continued', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
  });

  async function answered(
    parts: readonly Message<'Part'>[],
    said: Candidate,
    finish = 'STOP',
  ): Promise<void> {
    await settled(world.client.last.parts(parts, said).finish(finish));
  }

  async function goOn(parts: readonly Message<'Part'>[], said: Candidate): Promise<void> {
    await settled(session.continueResponse());
    await answered(parts, said);
  }

  /** What the markers stand behind, source by source: the list's quotes are cut from the same places. */
  function found(turn: ModelTurn = session.answer): readonly (readonly string[])[] {
    return (sourcesOf(turn)?.list ?? []).map(({ quotes }) => quotes.map(({ text }) => text));
  }

  function marked(): readonly string[] {
    const parts = session.answer.content.parts ?? [];
    return [...(sourcesOf(session.answer)?.supports ?? [])].flatMap(([part, supports]) =>
      supports.map(({ end, numbers }) => {
        const text = parts[part]?.text ?? '';
        return `${text.slice(0, end).slice(-5)} ${numbers.join()}`;
      }),
    );
  }

  it('are citations of its beginning and of its rest, where they are in the whole', async () => {
    await ask(session);
    await answered([{ text: BEGUN }], citing([BEGUN, '🪁 flies.']), 'MAX_TOKENS');
    await goOn([{ text: REST }], citing([REST, 'です。'], [REST, 'Ende „so“.']));
    assert.equal(session.text, BEGUN + REST);
    assert.deepEqual(found(), [['🪁 flies.'], ['です。'], ['Ende „so“.']]);
    assert.deepEqual(marked(), ['lies. 1', '漢字です。 2', '„so“. 3']);
  });

  it('are chunks of both, each once, with what they support', async () => {
    const support = (text: string, piece: string, indices: readonly number[], over = {}) => ({
      segment: { ...bytesOf(text, piece), ...over },
      groundingChunkIndices: [...indices],
      confidenceScores: indices.map((index) => (index + 1) / 10),
    });
    await ask(session);
    await answered(
      [{ text: BEGUN }],
      {
        groundingMetadata: {
          groundingChunks: [SITE('a'), SITE('b')],
          groundingSupports: [support(BEGUN, '🪁 flies.', [1, 7])],
          webSearchQueries: ['kites', 'wind'],
        },
      },
      'MAX_TOKENS',
    );
    await goOn([{ text: REST }], {
      groundingMetadata: {
        groundingChunks: [SITE('c'), SITE('b')],
        groundingSupports: [
          // Its words stand twice in the whole: only the offsets tell which are meant.
          support(REST, '🪁 flies.', [0], { text: '🪁 flies.' }),
          support(REST, 'です。', [1]),
        ],
        webSearchQueries: ['wind', 'rain'],
      },
    });
    const sources = sourcesOf(session.answer);
    assert.deepEqual(
      sources?.list.map(({ title, quotes }) => [title, ...quotes.map(({ text }) => text)]),
      [['a'], ['b', '🪁 flies.', 'です。'], ['c', '🪁 flies.']],
    );
    assert.deepEqual(marked(), ['lies. 2', 'lies. 3', '漢字です。 2']);
    const [supports = []] = [...sources.supports.values()];
    assert.deepEqual(
      supports.map(({ end }) => end),
      [9, (BEGUN + REST).length, BEGUN.length + 3],
    );
    assert.deepEqual(sources.queries, ['kites', 'wind', 'rain']);
  });
});
