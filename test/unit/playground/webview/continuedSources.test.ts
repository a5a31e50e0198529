import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { ModelTurn } from '../../../../src/conversation/model/conversation';
import { sourcesOf } from '../../../../src/playground/webview/sources';
import { settle } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { openPanel } from '../../conversation/panelWorld';
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
    world.client.last.parts(parts, said).finish(finish);
    await settle();
  }

  async function goOn(parts: readonly Message<'Part'>[], said: Candidate): Promise<void> {
    await session.continueResponse();
    await settle();
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

  it('are citations beside thoughts and signatures, which have parts of their own', async () => {
    await ask(session);
    const begun = [
      { text: '考え', thought: true },
      { text: BEGUN, thoughtSignature: 'QQ==' },
    ];
    await answered(begun, {}, 'MAX_TOKENS');
    const rest = [{ text: 'Hm 🪁', thought: true }, { text: REST }];
    await goOn(rest, citing([REST, 'です。']));
    assert.deepEqual(found(), [['です。']]);
    assert.deepEqual([...(sourcesOf(session.answer)?.supports.keys() ?? [])], [3]);
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

  it('are in the list alone where the places are none of the rest', async () => {
    await ask(session);
    await answered([{ text: BEGUN }], {}, 'MAX_TOKENS');
    const uri = 'https://a.test/';
    const segment = { partIndex: 0, startIndex: 2, endIndex: 999 };
    await goOn([{ text: REST }], {
      citationMetadata: {
        citationSources: [
          { startIndex: 0, endIndex: Buffer.byteLength(BEGUN + REST), uri },
          { startIndex: -3, endIndex: 4, uri },
          { startIndex: 3, endIndex: 1, uri },
          { endIndex: 1.5, uri },
        ],
      },
      groundingMetadata: {
        groundingChunks: [SITE('a')],
        groundingSupports: [
          { segment, groundingChunkIndices: [0] },
          { segment: { ...segment, endIndex: 4, partIndex: 5 }, groundingChunkIndices: [0] },
        ],
      },
    });
    assert.deepEqual(found(), [[], [], [], [], []]);
    assert.deepEqual(marked(), []);
  });

  it('are found by their words where their places are none of the rest', async () => {
    await ask(session);
    await answered([{ text: BEGUN }], {}, 'MAX_TOKENS');
    const segment = { startIndex: 20, endIndex: 900, text: 'Ende „so“.' };
    await goOn([{ text: REST }], {
      groundingMetadata: {
        groundingChunks: [SITE('a')],
        groundingSupports: [{ segment, groundingChunkIndices: [0] }],
      },
    });
    assert.deepEqual(marked(), ['„so“. 1']);
  });

  it('stay where the rest failed, and where it has none', async () => {
    await ask(session);
    await answered([{ text: BEGUN }], citing([BEGUN, '🪁 flies.']), 'MAX_TOKENS');
    const { answer } = session.answer;
    await session.continueResponse();
    await settle();
    world.client.last.fail(new Error('Away'));
    await settle();
    assert.deepEqual(session.answer.answer, answer);
    await goOn([{ text: REST }], {});
    assert.deepEqual(marked(), ['lies. 1']);
  });

  it('are moved each time that it goes on', async () => {
    await ask(session);
    await answered([{ text: BEGUN }], {}, 'MAX_TOKENS');
    await goOn([{ text: REST }], citing([REST, 'です。']));
    await goOn([{ text: ' Und 🪁.' }], citing([' Und 🪁.', 'Und 🪁.']));
    assert.deepEqual(found(), [['です。'], ['Und 🪁.']]);
  });

  it('are those of the candidate that went on', async () => {
    await ask(session);
    const content = (text: string) => ({ role: 'model', parts: [{ text }] });
    const candidates = ['One. ', 'Zwei 🪁. '].map((text, index) => ({
      ...{ index, content: content(text), finishReason: 'MAX_TOKENS' as const },
      ...citing([text, text.trim()]),
    }));
    world.client.last.piece({ candidates }).end();
    await settle();
    await openPanel(world, session).call('chooseCandidate', { turn: session.answer.id, index: 1 });
    await goOn([{ text: 'Rest.' }], citing(['Rest.', 'Rest.']));
    assert.deepEqual(found(), [['Zwei 🪁.'], ['Rest.']]);
    await openPanel(world, session).call('chooseCandidate', { turn: session.answer.id, index: 0 });
    assert.deepEqual(found(), [['One.']]);
  });
});
