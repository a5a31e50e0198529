import assert from 'node:assert/strict';
import { TransportError } from '../../../../src/api/errors';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import type { FinishStatus } from '../../../../src/conversation/model/conversation';
import { STALL } from '../../../../src/conversation/answer/answerRun';
import { withInterruptionsReported } from '../../../../src/conversation/store/transcript';
import { canContinue, fixesOf } from '../../../../src/playground/webview/verdicts';
import { settle, settled } from '../../../fakes/settle';
import { ask, sentTexts } from '../ask';
import { openPanel } from '../panelWorld';
import { conversation, streaming, user } from '../samples';
import { World, type TestSession } from '../world';

const BUSY = decodeErrorBody(
  503,
  JSON.stringify({
    error: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' },
  }),
);

describe('an answer of which only a part came', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    await ask(session);
  });

  const endings: readonly (readonly [string, () => unknown, FinishStatus, RegExp])[] = [
    ['the user stopped', () => session.stop(), 'stopped', /^$/],
    ['its tab closed', () => session.close(), 'interrupted', /tab was closed/],
    ['the window closed', () => session.close('window'), 'interrupted', /window was closed/],
    ['the service failed', () => world.client.last.fail(BUSY), 'serviceFailed', /overloaded/],
    [
      'the connection broke',
      () => world.client.last.fail(new TransportError('reset', 'The connection was reset.')),
      'lost',
      /reset/,
    ],
    [
      'nothing more came',
      () => world.client.last.fail(new TransportError('idle', 'It stood still for 60 s.')),
      'stalled',
      /It stood still for 60 s\./,
    ],
    [
      'the stream was malformed',
      () => world.client.last.fail(new TransportError('notJson', 'Event 2 isn’t valid JSON.')),
      'malformed',
      /Event 2 isn’t valid JSON\./,
    ],
  ];
  for (const [what, end, verdict, words] of endings) {
    it(`says truly that ${what}, and can go on or be asked for again`, async () => {
      await settled(world.client.last.text('Half an '));
      await settled(end());
      const { answer } = session;
      assert.ok(answer.outcome);
      assert.equal(answer.outcome.verdict, verdict);
      assert.match(answer.outcome.failure?.message ?? '', words);
      assert.deepEqual(fixesOf(answer.outcome, canContinue(answer)).slice(0, 2), [
        'continue',
        'retry',
      ]);
      assert.equal(answer.outcome.unanswered, undefined);
    });
  }

  it('says after 10 seconds that nothing arrives, until something does', async () => {
    await settled(world.client.last.text('Half'));
    world.clock.advance(STALL - 1);
    assert.equal(session.shown.isStalled, undefined);
    world.clock.advance(1);
    assert.equal(session.shown.isStalled, true);
    await settled(world.client.last.text(' an'));
    assert.equal(session.shown.isStalled, undefined);
    world.clock.advance(STALL - 1);
    await settled(world.client.last.text(' answer'));
    world.clock.advance(STALL - 1);
    assert.equal(session.shown.isStalled, undefined);
    world.clock.advance(1);
    assert.equal(session.shown.isStalled, true);
    await settled(world.client.last.finish('STOP'));
    assert.equal(session.shown.isStalled, undefined);
    world.clock.advance(STALL * 3);
    assert.equal(world.clock.pending, 0);
  });
});

describe('a message that has no answer', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    await ask(session, 'First');
  });

  for (const [what, end] of [
    ['failed', () => world.client.last.fail(BUSY)],
    ['was stopped', () => session.stop()],
  ] as const) {
    it(`that ${what} is marked, kept, and left out of later requests until it is sent again`, async () => {
      await settled(end());
      assert.equal(session.answer.outcome?.unanswered, true);
      const failed = session.answer.id;
      await ask(session, 'Second');
      assert.deepEqual(sentTexts(world.client.last), ['user: Second']);
      await settled(world.client.last.text('Yes').finish('STOP'));
      assert.equal(world.saved(session.conversation.id).turns.length, 4);

      world.prompts.answer('Sign In Again');
      await settled(openPanel(world, session).call('fix', { turn: failed, fix: 'retry' }));
      assert.deepEqual(sentTexts(world.client.last), ['user: First']);
      await settled(world.client.last.text('Fine').finish('STOP'));
      await ask(session, 'Third');
      assert.deepEqual(sentTexts(world.client.last), ['user: First', 'model: Fine', 'user: Third']);
    });
  }

  it('stays with its call where it is what a function gave back', async () => {
    world.client.last.parts([{ functionCall: { name: 'f', args: {} } }]).finish('STOP');
    await settle();
    const results = [{ response: { ok: true }, keep: false }];
    await openPanel(world, session).call('sendResults', { turn: session.answer.id, results });
    await settle();
    await settled(world.client.last.fail(BUSY));
    await ask(session, 'Continue');
    assert.equal(world.client.last.input.body.contents.length, 3);
    const [result] = world.client.last.input.body.contents[2]?.parts ?? [];
    assert.equal(result?.functionResponse?.name, 'f');
  });

  it('is marked too where the window went before anything came', () => {
    const begun = conversation({ turns: [user('Hello'), streaming([])] });
    const [, answer] = withInterruptionsReported(begun).turns;
    assert.equal(answer?.role === 'model' && answer.outcome?.unanswered, true);
  });
});
