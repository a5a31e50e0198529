import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { accumulateInteraction } from '../../../../src/api/interactions/accumulate';
import { ask, useEmulator } from '../wire';
import { type Interaction, Interacting } from './interacting';

const SOUND = { type: 'audio', mime_type: 'audio/wav', data: 'UklGRg==' };

describe('emulator: films, sound and files of interactions', () => {
  const emulator = useEmulator({ seed: 'empty' });
  const on = new Interacting(emulator);
  /** The blocks of what was said. */
  const blocks = ({ steps = [] }: Interaction): readonly JsonObject[] =>
    steps.flatMap((step) => (step.type === 'model_output' ? (step.content ?? []) : []));
  const bytesAt = async (uri: unknown): Promise<string> => {
    const { origin, pathname, search } = new URL(String(uri));
    assert.equal(origin, emulator().baseUrl);
    const answer = await ask(emulator(), `${pathname}${search}`);
    assert.equal(answer.status, 200);
    return answer.text;
  };

  it('are a film alone, or beside a text', async () => {
    const video = { type: 'video', duration: '8s', aspect_ratio: '16:9' };
    const [film, ...others] = blocks(await on.create({ input: 'A pier', response_format: video }));
    assert.deepEqual([film?.type, film?.mime_type, others], ['video', 'video/mp4', []]);
    assert.match(Buffer.from(String(film?.data), 'base64').toString('latin1'), /ftypmp42/);
    const both = await on.create({ input: 'A pier', response_format: [{ type: 'text' }, video] });
    assert.deepEqual(
      blocks(both).map(({ type }) => type),
      ['text', 'video'],
    );
    const events = await on.stream({ input: 'A pier', response_format: video });
    const { steps } = accumulateInteraction(events as never);
    assert.equal(blocks({ steps } as Interaction)[0]?.type, 'video');
  });

  it('are files where their addresses are asked for', async () => {
    for (const [type, head] of [
      ['video', /ftypmp42/],
      ['image', /PNG/],
      ['audio', /RIFF/],
    ] as const) {
      const mime_type = { video: undefined, image: 'image/png', audio: 'audio/wav' }[type];
      const format = { type, delivery: 'uri', ...(mime_type && { mime_type }) };
      const found = blocks(await on.create({ input: 'A pier', response_format: format }));
      const block = found.find((one) => one.type === type);
      assert.ok(block && !('data' in block), type);
      assert.match(await bytesAt(block.uri), head);
      const inline = await on.create({
        input: 'A pier',
        response_format: { ...format, delivery: 'inline' },
      });
      const whole = blocks(inline).find((one) => one.type === type);
      assert.ok(whole && 'data' in whole && !('uri' in whole), type);
    }
    const bucket = { type: 'video', gcs_uri: 'gs://films/of-mine/' };
    const [film] = blocks(await on.create({ input: 'A pier', response_format: bucket }));
    assert.match(String(film?.uri), /^gs:\/\/films\/of-mine\/\w+\.mp4$/);
  });

  it('are written down, with times and speakers of words where they are asked for', async () => {
    const input = [{ type: 'text', text: 'What is said?' }, SOUND];
    const write = async (transcription_config: JsonObject): Promise<JsonObject> => {
      const generation_config = { transcription_config };
      const [block, ...others] = blocks(await on.create({ input, generation_config }));
      assert.deepEqual([block?.type, others], ['text', []]);
      return block ?? {};
    };
    const plain = await write({ custom_vocabulary: ['Poincaré'] });
    assert.match(String(plain.text), /^The harbour was quiet.*Poincaré\.$/);
    assert.equal(plain.annotations, undefined);
    const mode = {
      type: 'verbatim',
      diarization_mode: 'speaker',
      timestamp_granularities: ['word'],
    };
    const { text, annotations } = await write({ mode, custom_vocabulary: ['Poincaré', 'tide'] });
    const words = annotations as readonly JsonObject[];
    assert.deepEqual([words[1]?.text, words[1]?.start_offset], ['harbour', '0.4s']);
    const bytes = Buffer.from(String(text));
    for (const { text: word, start_index: from, end_index: to } of words) {
      assert.equal(bytes.subarray(Number(from), Number(to)).toString(), word);
    }
    assert.equal(new Set(words.map(({ speaker }) => speaker)).size, 2);
  });
});
