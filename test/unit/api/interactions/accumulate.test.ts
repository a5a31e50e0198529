import assert from 'node:assert/strict';
import {
  accumulateInteraction,
  InteractionAccumulator,
  type InteractionEvent,
} from '../../../../src/api/interactions/accumulate';

type Json = { readonly [name: string]: unknown };

const HEAD = { id: 'v1_x', status: 'in_progress', created: '2026-11-01T00:00:00Z', model: 'm' };

function run(...events: readonly Json[]): unknown {
  return accumulateInteraction(events as readonly InteractionEvent[]);
}

function start(index: number, step: Json): Json {
  return { event_type: 'step.start', index, step };
}

function delta(index: number, given: Json): Json {
  return { event_type: 'step.delta', index, delta: given };
}

function stop(index: number, rest: Json = {}): Json {
  return { event_type: 'step.stop', index, ...rest };
}

function stepOf(begun: Json, ...deltas: readonly Json[]): unknown {
  const events = [start(0, begun), ...deltas.map((one) => delta(0, one)), stop(0)];
  return (run(...events) as { readonly steps: readonly unknown[] }).steps[0];
}

describe('accumulation of interactions', () => {
  it('takes the last value of what events say of the interaction', () => {
    const usage = { total_tokens: 7 };
    assert.deepEqual(
      run(
        { event_type: 'interaction.created', interaction: HEAD, event_id: 'e0' },
        { event_type: 'interaction.status_update', interaction_id: 'v1_x', status: 'queued' },
        {
          event_type: 'interaction.completed',
          interaction: { ...HEAD, status: 'completed', usage, future: [1] },
        },
      ),
      { ...HEAD, status: 'completed', usage, future: [1] },
    );
  });

  it('joins texts, and cites what the text so far rests on', () => {
    const cited = { type: 'url_citation', start_index: 0, end_index: 2, url: 'https://a.example' };
    assert.deepEqual(
      stepOf(
        { type: 'model_output' },
        { type: 'text', text: 'H' },
        { type: 'text', text: '' },
        { type: 'text', text: 'i' },
        { type: 'text_annotation_delta', annotations: [cited] },
        { type: 'text', text: '!' },
        { type: 'image', mime_type: 'image/png', data: 'AAAA' },
        { type: 'text', text: 'Bye' },
      ),
      {
        type: 'model_output',
        content: [
          { type: 'text', text: 'Hi!', annotations: [cited] },
          { type: 'image', mime_type: 'image/png', data: 'AAAA' },
          { type: 'text', text: 'Bye' },
        ],
      },
    );
  });

  it('joins the bytes of a sound, and leaves two kinds of sound apart', () => {
    const sound = { type: 'audio', mime_type: 'audio/l16', sample_rate: 24_000 };
    const piece = (text: string): string => Buffer.from(text).toString('base64');
    assert.deepEqual(
      stepOf(
        { type: 'model_output' },
        { ...sound, data: piece('a') },
        { type: 'audio', data: piece('bc') },
        { ...sound, sample_rate: 8000, data: piece('d') },
      ),
      {
        type: 'model_output',
        content: [
          { ...sound, data: piece('abc') },
          { ...sound, sample_rate: 8000, data: piece('d') },
        ],
      },
    );
  });

  it('keeps the signature of a thought byte for byte, after its summaries', () => {
    assert.deepEqual(
      stepOf(
        { type: 'thought' },
        { type: 'thought_summary', content: { type: 'text', text: 'First.' } },
        { type: 'thought_summary', content: { type: 'text', text: 'Then.' } },
        { type: 'thought_signature', signature: 'Zm9v+/==' },
      ),
      {
        type: 'thought',
        summary: [
          { type: 'text', text: 'First.' },
          { type: 'text', text: 'Then.' },
        ],
        signature: 'Zm9v+/==',
      },
    );
  });

  it('has the arguments of a function once the step is complete, however they were cut', () => {
    const whole = '{"a":{"b":[1,"}"]}}';
    for (let cut = 0; cut <= whole.length; cut++) {
      const accumulator = new InteractionAccumulator();
      const add = (event: Json): void => accumulator.add(event as InteractionEvent);
      add(start(0, { type: 'function_call', id: 'c', name: 'f', arguments: {} }));
      add(delta(0, { type: 'arguments_delta', arguments: whole.slice(0, cut) }));
      assert.deepEqual(accumulator.steps()[0]?.arguments, {});
      add(delta(0, { type: 'arguments_delta', arguments: whole.slice(cut) }));
      add(stop(0));
      assert.deepEqual(accumulator.steps()[0], {
        type: 'function_call',
        id: 'c',
        name: 'f',
        arguments: { a: { b: [1, '}'] } },
      });
    }
  });

  it('fills calls and results of tools from their deltas', () => {
    assert.deepEqual(
      stepOf(
        { type: 'google_search_call', id: 's', signature: '', arguments: {} },
        { type: 'google_search_call', arguments: { queries: ['q'] }, signature: 'sig' },
      ),
      { type: 'google_search_call', id: 's', signature: 'sig', arguments: { queries: ['q'] } },
    );
    assert.deepEqual(
      stepOf(
        { type: 'code_execution_result', call_id: 's', result: '' },
        { type: 'code_execution_result', result: '1\n' },
        { type: 'code_execution_result', result: '2\n', is_error: false, signature: 'sig' },
      ),
      {
        type: 'code_execution_result',
        call_id: 's',
        result: '1\n2\n',
        is_error: false,
        signature: 'sig',
      },
    );
    assert.deepEqual(
      stepOf(
        { type: 'function_result', call_id: 's', result: {} },
        { type: 'function_result', name: 'f', result: { ok: true } },
      ),
      { type: 'function_result', call_id: 's', name: 'f', result: { ok: true } },
    );
  });

  it('has failed with what an error says', () => {
    const error = { code: 'safety', message: 'No.' };
    assert.deepEqual(
      run(
        { event_type: 'interaction.created', interaction: { ...HEAD, status: 'in_progress' } },
        { event_type: 'error', error },
      ),
      { ...HEAD, status: 'failed', errors: [error] },
    );
  });
});
