import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import { ask, useEmulator } from '../wire';
import { Interacting, said, types } from './interacting';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const RESEARCHER = 'deep-research-preview-04-2026';

describe('emulator: interactions in the background', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const on = new Interacting(emulator);

  it('wait, go on while nobody looks, and end', async () => {
    const made = await on.create({ input: 'Tell me a long story', background: true });
    assert.deepEqual([made.status, made.steps], ['in_progress', []]);
    clock.advance(SECOND);
    assert.equal((await on.get(made.id)).status, 'in_progress');
    assert.match(
      await on.refusal({ input: 'And?', previous_interaction_id: made.id ?? '' }),
      /^400 failed_precondition/,
    );
    clock.advance(SECOND);
    const part = await on.get(made.id);
    clock.advance(60 * SECOND);
    const whole = await on.get(made.id);
    assert.equal(whole.status, 'completed');
    assert.ok(said(part) !== '' && said(whole).length > said(part).length);
    assert.ok(said(whole).startsWith(said(part)));
    assert.equal(said(whole), said(await on.create({ input: 'Tell me a long story' })));
  });

  it('are cancelled where they are, and stay so', async () => {
    const { id } = await on.create({ input: 'Tell me a long story', background: true });
    clock.advance(2 * SECOND);
    const stopped = await on.cancel(id);
    assert.equal(stopped.status, 'cancelled');
    assert.notEqual(said(stopped), '');
    clock.advance(60 * SECOND);
    assert.deepEqual(await on.get(id), stopped);
    const events = await on.follow(id);
    assert.deepEqual(
      events.slice(-2).map(({ event_type }) => event_type),
      ['step.stop', 'interaction.completed'],
    );
    assert.deepEqual(await on.cancel(id), stopped);
  });

  it('are gone when they are deleted, and after 55 days', async () => {
    const { id } = await on.create({ input: 'Hi' });
    clock.advance(55 * DAY - SECOND);
    await on.get(id);
    clock.advance(SECOND);
    assert.match(await on.refusalOf('GET', id ?? ''), /^404 not_found/);
    const { id: other = '' } = await on.create({ input: 'Hi' });
    await ask(emulator(), `/v1beta/interactions/${other}`, { method: 'DELETE' });
    assert.match(await on.refusalOf('GET', other), /^404 not_found/);
  });

  it('have agents plan, search, and report with their sources', async () => {
    const input = 'What do the field notes say about tortoises and the lighthouse?';
    const config = { type: 'deep-research', collaborative_planning: true };
    const asked = { agent: RESEARCHER, background: true, agent_config: config, input };
    const planned = await on.create(asked);
    clock.advance(60 * SECOND);
    assert.match(said(await on.get(planned.id)), /^# Plan: [^]*Shall I go ahead\?/);
    const made = await on.create({
      agent: RESEARCHER,
      background: true,
      input: 'Go ahead.',
      agent_config: { type: 'deep-research', thinking_summaries: 'auto' },
      previous_interaction_id: planned.id ?? '',
    });
    clock.advance(600 * SECOND);
    const report = await on.get(made.id);
    assert.equal(report.agent, RESEARCHER);
    assert.ok(types(report).includes('file_search_result'));
    assert.ok(types(report).includes('google_search_call'));
    const output = report.steps?.at(-1);
    const [content] = output?.type === 'model_output' ? (output.content ?? []) : [];
    const { text = '', annotations = [] } = content && 'text' in content ? content : {};
    assert.match(text, /^# Report: /);
    const bytes = Buffer.from(text);
    for (const annotation of annotations) {
      if (annotation.type !== 'file_citation') continue;
      const cited = bytes.subarray(annotation.start_index, annotation.end_index).toString();
      assert.equal(cited, annotation.source);
    }
    assert.ok(annotations.some(({ type }) => type === 'file_citation'));
  });
});
