import assert from 'node:assert/strict';
import { AppError } from '../../../../src/base/errors';
import type { ConnectionTarget } from '../../../../src/catalog/ref';
import { settle, settled } from '../../../fakes/settle';
import { ask } from '../ask';
import { REMOTE } from '../fakeServices';
import { NO_ACTIONS, openPanel } from '../panelWorld';
import { World, type TestSession } from '../world';

describe('what is told of an answer', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    await ask(session);
  });

  it('sums the tokens of all requests that it took', async () => {
    world.client.last.text('Half').finish('MAX_TOKENS', {
      promptTokenCount: 5,
      candidatesTokenCount: 2,
      totalTokenCount: 7,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }],
    });
    await settle();
    await settled(session.continueResponse());
    world.client.last.text(' more').finish('STOP', {
      promptTokenCount: 20,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 1,
      totalTokenCount: 24,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 10 },
        { modality: 'IMAGE', tokenCount: 10 },
      ],
    });
    await settle();
    assert.deepEqual(session.answer.outcome?.usage, {
      promptTokenCount: 25,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 1,
      totalTokenCount: 31,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 15 },
        { modality: 'IMAGE', tokenCount: 10 },
      ],
    });
  });
});

describe('a corpus to answer from', () => {
  const closed = new AppError('needsSignIn', 'This requires an account.');

  it('offers to sign in where the service lists none without that', async () => {
    const world = new World();
    const session = await world.open();
    world.store.failure = closed;
    const signedIn: (ConnectionTarget | undefined)[] = [];
    const actions = {
      ...NO_ACTIONS,
      signIn: async (target: ConnectionTarget | undefined) => void signedIn.push(target),
    };
    const panel = openPanel(world, session, { actions });
    world.prompts.pressed.add('Sign In…');
    await panel.call('pickSource', undefined);
    assert.match(world.prompts.asked[0]?.text ?? '', /requires an account/);
    assert.equal(signedIn[0]?.connection, REMOTE.id);
    world.prompts.pressed.clear();
    await panel.call('pickSource', undefined);
    assert.equal(signedIn.length, 1);
  });
});
