import assert from 'node:assert/strict';
import { showResponse } from '../../../../src/playground/host/modes';
import { StepCollector } from '../../../../src/conversation/answer/answerCollector';
import { withInterruptionsReported } from '../../../../src/conversation/store/transcript';
import type { PlaygroundEvent } from '../../../../src/conversation/model/protocol';
import { useEmulator } from '../../emulator/wire';
import { REMOTE } from '../fakeServices';
import { ended, InteractionWorld } from '../interactionWorld';
import { openPanel } from '../panelWorld';

describe('an answer of an interaction', () => {
  const emulator = useEmulator({ seed: 'empty' });
  let world: InteractionWorld;
  beforeEach(async () => {
    world = new InteractionWorld(emulator());
    await world.keeping.choose(REMOTE.id, true);
  });
  afterEach(() => world.real.close());

  /** What is asked of a page to show. */
  const asked = (): { readonly events: PlaygroundEvent[]; tell(event: PlaygroundEvent): void } => {
    const events: PlaygroundEvent[] = [];
    return { events, tell: (event) => void events.push(event) };
  };

  it('is asked for anew in the background where it came from there, and only there', async () => {
    const session = await world.begin();
    await world.asked(session, '[[echo]]One');
    await session.regenerate();
    await ended(session);
    assert.equal(world.body.background, undefined);
    await session.send('[[echo]]Two', undefined, true);
    const { id } = await ended(session);
    await session.regenerate();
    const again = await ended(session);
    assert.deepEqual([world.body.background, world.body.store], [true, true]);
    assert.equal(again.background, true);
    assert.notEqual(again.id, id);
    assert.equal(session.text, 'Two');
  });

  it('has no secrets on disk where it repeats what was asked', async () => {
    const secret = 'Bearer canary-of-a-header';
    const server = { type: 'mcp_server', name: 's', url: 'https://s.example' };
    const tools = [{ ...server, headers: { Authorization: secret } }];
    const collector = new StepCollector({ onEvent: () => undefined });
    for (const event_type of ['interaction.created', 'interaction.completed']) {
      collector.add({ event_type, interaction: { id: 'v1_x', status: 'completed', tools } }, 0);
    }
    const { answer } = collector.extras;
    assert.deepEqual(answer, {
      id: 'v1_x',
      status: 'completed',
      tools: [{ ...server, headers: '[redacted]' }],
    });
    assert.ok(!JSON.stringify(collector.interaction).includes(secret));
  });

  it('is shown where it is, also on another way of its conversation', async () => {
    const session = await world.begin();
    const panel = openPanel(world, session);
    await world.asked(session, '[[echo]]One');
    const first = session.answer.id;
    await world.asked(session, '[[echo]]Two');
    const second = session.answer.id;
    await panel.call('branchFrom', { turn: first, step: null });
    await world.asked(session, '[[echo]]Other');
    const page = asked();
    await showResponse(session, second, page.tell);
    assert.equal(session.text, 'Two');
    // It is the last one: it is seen as it is.
    assert.deepEqual(page.events, []);
    await showResponse(session, first, page.tell);
    assert.deepEqual(page.events, [{ name: 'turn', turn: first }]);
    await showResponse(session, 'gone', page.tell);
    assert.deepEqual([page.events.length, session.text], [1, 'Two']);
  });

  it('is read on where it is shown, while the service still works on it', async () => {
    const first = await world.begin();
    const whole = await world.asked(first, '[[echo]]One two three');
    const { conversation } = first;
    const { outcome: _, ...turn } = first.answer;
    const { lastEventId: __, ...known } = whole;
    const interaction = { ...known, status: 'in_progress', steps: [] };
    const turns = [...conversation.turns.slice(0, -1), { ...turn, interaction }];
    const lost = { verdict: 'lost', durationMs: 1 } as const;
    const cut = withInterruptionsReported({ ...conversation, turns });
    const session = await world.openWith({
      conversation: {
        ...cut,
        turns: cut.turns.map((one) => (one.role === 'model' ? { ...one, outcome: lost } : one)),
      },
    });
    // By itself only what closing its window has cut off is read on.
    assert.equal(session.isStreaming, false);
    await showResponse(session, turn.id, asked().tell);
    const { steps, status } = await ended(session);
    assert.deepEqual([steps, status], [whole.steps, 'completed']);
  });
});
