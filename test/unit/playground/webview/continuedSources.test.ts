import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { ModelTurn } from '../../../../src/conversation/model/conversation';
import { sourcesOf } from '../../../../src/playground/webview/sources';
import { settle } from '../../../fakes/settle';
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

  it('are citations of its beginning with their places, and of its rest without', async () => {
    await ask(session);
    await answered([{ text: BEGUN }], citing([BEGUN, '🪁 flies.']), 'MAX_TOKENS');
    await goOn([{ text: REST }], citing([REST, 'です。'], [REST, 'Ende „so“.']));
    assert.equal(session.text, BEGUN + REST);
    assert.deepEqual(found(), [['🪁 flies.'], [], []]);
    assert.deepEqual(marked(), ['lies. 1']);
  });

  it('are chunks of both, of which those of the beginning have places', async () => {
    const support = (text: string, piece: string, index: number) => ({
      segment: bytesOf(text, piece),
      groundingChunkIndices: [index],
    });
    await ask(session);
    const begun = {
      groundingChunks: [SITE('a'), SITE('b')],
      groundingSupports: [support(BEGUN, '🪁 flies.', 1)],
      webSearchQueries: ['kites', 'wind'],
    };
    await answered([{ text: BEGUN }], { groundingMetadata: begun }, 'MAX_TOKENS');
    const rest = {
      groundingChunks: [SITE('c')],
      groundingSupports: [support(REST, 'です。', 0)],
      webSearchQueries: ['wind', 'rain'],
    };
    await goOn([{ text: REST }], { groundingMetadata: rest });
    const sources = sourcesOf(session.answer);
    assert.deepEqual(
      sources?.list.map(({ title }) => title),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(marked(), ['lies. 2']);
    assert.deepEqual(sources.queries, ['kites', 'wind', 'rain']);
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
});
