import assert from 'node:assert/strict';
import { AppError } from '../../../../src/base/errors';
import type { ConnectionTarget } from '../../../../src/catalog/ref';
import { showTurnMenu } from '../../../../src/playground/host/turnChoices';
import { settle, settled } from '../../../fakes/settle';
import { ask } from '../ask';
import { LARGE, REMOTE } from '../fakeServices';
import { handlerParts, NO_ACTIONS, openPanel } from '../panelWorld';
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
      ...{ promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }],
    });
    await settle();
    await settled(session.continueResponse());
    world.client.last.text(' more').finish('STOP', {
      ...{ promptTokenCount: 20, candidatesTokenCount: 3, thoughtsTokenCount: 1 },
      totalTokenCount: 24,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 10 },
        { modality: 'IMAGE', tokenCount: 10 },
      ],
    });
    await settle();
    assert.deepEqual(session.answer.outcome?.usage, {
      ...{ promptTokenCount: 25, candidatesTokenCount: 5, thoughtsTokenCount: 1 },
      totalTokenCount: 31,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 15 },
        { modality: 'IMAGE', tokenCount: 10 },
      ],
    });
  });

  it('keeps the display name of its model when another one is chosen', async () => {
    await settled(world.client.last.text('Hi').finish('STOP'));
    await settled(session.setModel(LARGE.name));
    assert.equal(session.answer.modelName, 'Small');
    const [, saved] = world.saved(session.conversation.id).turns;
    assert.equal(saved?.role === 'model' && saved.modelName, 'Small');
  });

  it('says in its JSON that the user edited it', async () => {
    await settled(world.client.last.text('Hi').finish('STOP'));
    const shown: (readonly [string, string])[] = [];
    const copied: string[] = [];
    const actions = {
      ...NO_ACTIONS,
      showText: async (name: string, text: string) => void shown.push([name, text]),
      copy: async (text: string) => void copied.push(text),
    };
    const panel = openPanel(world, session, { actions });
    const turn = session.answer.id;
    await panel.call('showAnswerJson', { turn });
    assert.doesNotMatch(shown.flat().join(), /edited/);
    await panel.call('editTurn', { turn, text: 'Mine', ask: false });
    await panel.call('showAnswerJson', { turn });
    const [name, text] = shown.at(-1) ?? [];
    assert.match(name ?? '', / response, edited\.json$/);
    assert.equal((JSON.parse(text ?? '') as { edited?: boolean }).edited, true);
    world.prompts.answer('Copy Response JSON');
    await showTurnMenu(handlerParts(world, session, { actions }), turn);
    assert.equal((JSON.parse(copied[0] ?? '') as { edited?: boolean }).edited, true);
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

  it('is named as people know it once it is listed', async () => {
    const world = new World();
    const source = 'corpora/notes';
    const settings = { requests: { answer: { semanticRetriever: { source } } } };
    const session = await world.open({ settings });
    assert.equal(session.state.sourceTitle, undefined);
    world.store.pages[REMOTE.id] = [[{ name: source, displayName: 'Field notes' }]];
    world.store.invalidate();
    await world.store.list({
      ...{ connection: REMOTE.id, version: 'v1beta', kind: 'corpus', name: '', collection: true },
    });
    session.change((head) => ({ ...head, oneText: true }));
    assert.equal(session.state.sourceTitle, 'Field notes');
  });
});
