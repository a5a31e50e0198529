import assert from 'node:assert/strict';
import { ResponseAccumulator } from '../../../../src/api/accumulate';
import { connect } from '../../../../src/api/index';
import type { Message } from '../../../../src/api/schema/infer';
import type { JsonObject } from '../../../../src/api/schema/row';
import { user } from '../asking';
import { useEmulator } from '../wire';

type Answer = Message<'GenerateContentResponse'>;
type Part = Message<'Part'>;

// A request for each kind of part and metadata, and for all at once.
const requests: readonly (readonly [string, JsonObject])[] = [
  ['Plot these words, please', { tools: [{ codeExecution: {} }] }],
  ['Hi [[ratings]] [[bare]]', {}],
  ['Ask “Grüße” 漢字', { tools: [{ googleSearch: {} }] }],
  ['Files [[ground:files]] [[cite]]', {}],
  ['Read https://example.com/ü', { tools: [{ urlContext: {} }] }],
  ['A kite', { generationConfig: { responseModalities: ['IMAGE', 'TEXT'] } }],
  ['A kite', { generationConfig: { responseModalities: ['AUDIO'] } }],
  ['Hi [[think]] [[image]] [[audio]]', {}],
  ['Hi', { generationConfig: { responseLogprobs: true, logprobs: 2, candidateCount: 3 } }],
  ['[[code]] [[ground]] [[cite]] [[url]] [[image]] [[think]] [[logprobs:2]] [[cached]]', {}],
  ['[[think]] Use now', { tools: [{ functionDeclarations: [{ name: 'now', description: '' }] }] }],
];

describe('emulator: answers through the client', () => {
  const emulator = useEmulator();

  for (const [text, extra] of requests) {
    it(`lose nothing when their pieces are joined: ${text} ${Object.keys(extra).join()}`, async () => {
      const client = connect({ endpoint: emulator().baseUrl, apiKey: emulator().apiKey });
      const input = {
        model: 'models/emulator-flash',
        body: { contents: [user(text)], ...extra },
      };
      const joined = new ResponseAccumulator();
      const pieces: Answer[] = [];
      for await (const piece of client.stream('models.streamGenerateContent', input)) {
        pieces.push(piece);
        joined.add(piece);
      }
      const whole = await client.call('models.generateContent', input);
      const answer = joined.answer();
      assert.deepEqual(answer.candidates?.map(plain), whole.candidates?.map(plain));
      const { candidates, ...fields } = whole;
      const { candidates: others, ...joinedFields } = answer;
      assert.deepEqual(joinedFields, fields);
      assert.equal(others?.length, candidates?.length);
      for (const index of others?.keys() ?? []) {
        assert.equal(joined.completion(index), 'finished');
      }
      // What stood in the pieces stands in the answer, part by part.
      const sent = pieces.flatMap((piece) => piece.candidates ?? []).flatMap(partsOf);
      const kept = (others ?? []).flatMap(partsOf);
      const media = (parts: readonly Part[]): unknown[] =>
        parts.filter((part) => !('text' in part));
      assert.deepEqual(media(kept), media(sent));
      const signatures = (parts: readonly Part[]): unknown[] =>
        parts.flatMap((part) => part.thoughtSignature ?? []);
      assert.deepEqual(signatures(kept), signatures(sent));
    });
  }
});

function partsOf(candidate: Message<'Candidate'>): readonly Part[] {
  return candidate.content?.parts ?? [];
}

/** A candidate with its texts and other parts apart: a stream ends with an empty text, a whole answer not. */
function plain(candidate: Message<'Candidate'>): object {
  const { content, ...rest } = candidate;
  const parts = content?.parts ?? [];
  const textOf = (isThought: boolean): string =>
    parts.map((part) => ((part.thought ?? false) === isThought ? (part.text ?? '') : '')).join('');
  return {
    ...rest,
    role: content?.role,
    said: textOf(false),
    thought: textOf(true),
    others: parts.filter((part) => part.text === undefined),
  };
}
