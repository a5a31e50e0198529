import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { call } from '../asUser';
import { ask, errorOf, json, useEmulator } from '../wire';

interface Answered {
  readonly answer?: {
    readonly content?: { readonly parts: readonly { readonly text: string }[] };
    readonly finishReason?: string;
    readonly groundingAttributions?: readonly JsonObject[];
  };
  readonly answerableProbability?: number;
  readonly inputFeedback?: JsonObject;
}

const PATH = '/v1beta/models/aqa:generateAnswer';
const passage = (id: string, ...texts: readonly string[]): JsonObject => ({
  id,
  content: { parts: texts.map((text) => ({ text })) },
});
const passages = [
  passage('bread', 'Bread is baked from flour. It needs an hour.'),
  passage('kites', 'Kites are old toys.', 'A kite flies because wind lifts it. Nobody sits in it.'),
];
const inlinePassages = { passages };
const contents = [{ role: 'user', parts: [{ text: 'Why does a kite fly in the wind?' }] }];
const ask1 = (text: string): object[] => [{ role: 'user', parts: [{ text }] }];
const textOf = ({ answer }: Answered): string => answer?.content?.parts[0]?.text ?? '';

describe('emulator: generateAnswer from inline passages', () => {
  const emulator = useEmulator();
  const answer = async (extra: object = {}): Promise<Answered> =>
    await json(emulator(), PATH, {
      contents,
      inlinePassages,
      answerStyle: 'EXTRACTIVE',
      ...extra,
    });
  const refused = async (body: object, path = PATH): Promise<string> => {
    const sent = { contents, inlinePassages, answerStyle: 'EXTRACTIVE', ...body };
    const got = await ask(emulator(), path, { body: sent });
    assert.equal(got.status, 400, got.text);
    return errorOf(got).message;
  };

  it('extracts the best sentence word for word, and says where it is from', async () => {
    const found = await answer();
    assert.equal(textOf(found), 'A kite flies because wind lifts it.');
    assert.equal(found.answer?.finishReason, 'STOP');
    assert.deepEqual(found.answer.groundingAttributions, [
      {
        sourceId: { groundingPassage: { passageId: 'kites', partIndex: 1 } },
        content: { parts: [{ text: 'A kite flies because wind lifts it. Nobody sits in it.' }] },
      },
    ]);
    assert.ok((found.answerableProbability ?? 0) > 0.5 && (found.answerableProbability ?? 2) <= 1);
    // The index of a passage's first part is 0 and so left out.
    const bread = await answer({ contents: ask1('What is bread baked from?') });
    assert.deepEqual(bread.answer?.groundingAttributions?.[0]?.sourceId, {
      groundingPassage: { passageId: 'bread' },
    });
  });

  it('takes models/aqa only, one source, a style, and a temperature up to 1', async () => {
    assert.equal(
      await refused({}, '/v1beta/models/emulator-flash:generateAnswer'),
      '* GenerateAnswerRequest.model: unexpected model name format\n',
    );
    assert.match(await refused({ temperature: 1.5 }), /temperature value of 1\.5/);
    assert.match(await refused({ answerStyle: undefined }), /answer_style is not specified/);
    const both = { semanticRetriever: { source: 'corpora/x', query: contents[0] } };
    assert.match(await refused(both), /oneof field 'grounding_source' is already set/);
    const turns = [...contents, { role: 'model', parts: [{ text: 'Because.' }] }];
    assert.match(await refused({ contents: turns }), /must be the question of the user/);
  });
});

describe('emulator: generateAnswer from a corpus', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const semantic = (source: string, extra: object = {}): object => ({
    contents,
    answerStyle: 'EXTRACTIVE',
    semanticRetriever: { source, query: contents[0], ...extra },
  });
  let corpus = '';
  let document = '';
  before(async () => {
    corpus = (await call(emulator(), 'POST corpora', { displayName: 'Toys' })).name;
    document = (await call(emulator(), `POST ${corpus}/documents`, { displayName: 'Kites' })).name;
    for (const stringValue of [
      'A kite flies because wind lifts it.',
      'Dolls are made of wood – or of 木.',
    ]) {
      await call(emulator(), `POST ${document}/chunks`, { data: { stringValue } });
    }
    clock.advance(60_000);
  });

  it('attributes what it says to chunks of the corpus or the document', async () => {
    for (const source of [corpus, document]) {
      const found = (await call(
        emulator(),
        'POST models/aqa:generateAnswer',
        semantic(source),
      )) as Answered;
      assert.equal(textOf(found), 'A kite flies because wind lifts it.');
      const [first] = found.answer?.groundingAttributions ?? [];
      const { semanticRetrieverChunk } = first?.sourceId as {
        semanticRetrieverChunk: { source: string; chunk: string };
      };
      assert.equal(semanticRetrieverChunk.source, source);
      const chunk = await call(emulator(), `GET ${semanticRetrieverChunk.chunk}`);
      assert.deepEqual(chunk.data, { stringValue: 'A kite flies because wind lifts it.' });
    }
  });
});
