import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ChosenCache } from '../../../../src/conversation/model/conversation';
import { showTurnMenu } from '../../../../src/playground/host/turnChoices';
import { settle, settled } from '../../../fakes/settle';
import { ask, sentTexts } from '../ask';
import { LARGE, REMOTE, SMALL } from '../fakeServices';
import { ModeWorld } from '../modeWorld';
import { handlerParts, openPanel } from '../panelWorld';
import type { TestSession } from '../world';

const RESOURCE: JsonObject = {
  name: 'cachedContents/tides',
  displayName: 'Tides',
  model: SMALL.name,
  expireTime: '2026-01-31T14:00:00Z',
  usageMetadata: { totalTokenCount: 40_000 },
};
const TIDES: ChosenCache = {
  name: 'cachedContents/tides',
  label: 'Tides',
  model: SMALL.name as string,
  connection: REMOTE.id,
  expireTime: '2026-01-31T14:00:00Z',
  tokens: 40_000,
};
const SETTINGS = {
  systemInstruction: 'Be brief',
  requests: { chat: { tools: [{ googleSearch: {} }], toolConfig: {}, labels: { a: 'b' } } },
};

describe('cached content of a conversation', () => {
  let world: ModeWorld;
  let session: TestSession;

  beforeEach(async () => {
    world = new ModeWorld();
    session = await world.open({ settings: SETTINGS });
  });

  const body = () => world.client.last.input.body as unknown as JsonObject;
  const answered = async (text: string): Promise<void> => {
    await ask(session, text);
    await settled(world.client.last.text(`re: ${text}`).finish('STOP'));
  };
  const choose = (cache: ChosenCache): void =>
    session.change((conversation) => ({ ...conversation, cache }));

  /** Caches the beginning up to a turn, with these answers of the service. */
  async function cacheUpTo(turn: number, ...answers: readonly JsonObject[]): Promise<void> {
    world.answers.push(...answers);
    world.prompts.answer('Cache up to Here…');
    world.prompts.answer('Tides');
    world.prompts.answer('6 hours');
    await settled(showTurnMenu(handlerParts(world, session), session.state.turns[turn]?.id ?? ''));
  }

  it('is sent by its name, without what may not stand beside it, which is told', async () => {
    choose(TIDES);
    assert.deepEqual(session.state.notice, {
      message:
        'These settings can’t be combined with cached content: system instruction, tools, function calling mode.',
      hint: 'They aren’t sent. The values in the cache apply.',
      fixes: [],
    });
    assert.deepEqual(session.state.unsent, ['systemInstruction', 'tools', 'toolConfig']);
    await answered('Hi');
    const { contents: _, ...rest } = body();
    assert.deepEqual(rest, { cachedContent: TIDES.name, labels: { a: 'b' } });
    assert.deepEqual(session.shown.cache?.facts.slice(0, 2), ['40k tokens', '2 h left']);
    await openPanel(world, session).call('leaveCache', undefined);
    assert.equal(session.state.cache, undefined);
    assert.equal(session.state.notice, undefined);
    await answered('Again');
    assert.deepEqual(body().systemInstruction, { parts: [{ text: 'Be brief' }] });
  });

  it('is not used with another model or connection, and the panel says so', async () => {
    choose(TIDES);
    await settled(session.setModel(LARGE.name as string));
    assert.match(session.state.cache?.problem ?? '', /Not used: it belongs to another model\./);
    await answered('Hi');
    assert.equal(body().cachedContent, undefined);
    choose({ ...TIDES, model: LARGE.name as string, connection: 'other' });
    assert.match(
      session.state.cache?.problem ?? '',
      /Not used: it belongs to another connection\./,
    );
    await answered('Hi');
    assert.equal(body().cachedContent, undefined);
  });

  it('is made of its beginning, and later requests have only what follows', async () => {
    await answered('One');
    await answered('Two');
    await cacheUpTo(1, { totalTokens: 5000 }, RESOURCE);
    const [count, create] = world.calls.slice(-2);
    assert.deepEqual(count?.id, 'models.countTokens');
    assert.deepEqual(create?.id, 'cachedContents.create');
    assert.deepEqual(create.input.body, {
      model: SMALL.name,
      contents: [
        { role: 'user', parts: [{ text: 'One' }] },
        { role: 'model', parts: [{ text: 're: One' }] },
      ],
      systemInstruction: { parts: [{ text: 'Be brief' }] },
      tools: [{ googleSearch: {} }],
      toolConfig: {},
      displayName: 'Tides',
      ttl: '21600s',
    });
    assert.equal(world.merged[0]?.ref.name, TIDES.name);
    assert.deepEqual(
      [session.state.cache?.label, session.state.cache?.problem],
      ['Tides', undefined],
    );
    await answered('Three');
    assert.deepEqual(sentTexts(world.client.last), ['user: Two', 'model: re: Two', 'user: Three']);
    assert.equal(body().cachedContent, TIDES.name);
    assert.equal(body().systemInstruction, undefined);
  });

  it('is not used once what it holds was changed, and all of it is sent then', async () => {
    await answered('One');
    await cacheUpTo(1, { totalTokens: 5000 }, RESOURCE);
    const turn = session.state.turns[0]?.id ?? '';
    await openPanel(world, session).call('editTurn', { turn, text: 'Uno', ask: false });
    assert.match(
      session.state.cache?.problem ?? '',
      /Not used: the conversation no longer starts with this cached content\./,
    );
    await answered('Two');
    assert.deepEqual(sentTexts(world.client.last), ['user: Uno', 'model: re: One', 'user: Two']);
    assert.equal(body().cachedContent, undefined);
    assert.deepEqual(body().systemInstruction, { parts: [{ text: 'Be brief' }] });
  });

  it('that is too short for the model is refused before anything is made', async () => {
    await settled(session.setModel('models/gemini-3.8-flash'));
    await answered('One');
    await assert.rejects(
      cacheUpTo(1, { totalTokens: 300 }),
      /The conversation has 300 tokens\. gemini-3\.8-flash requires at least 4,096 for caching\./,
    );
    assert.equal(session.state.cache, undefined);
  });

  it('that has expired is told before it is asked, and nothing is sent until it is left', async () => {
    choose({ ...TIDES, expireTime: '2026-01-31T11:00:00Z' });
    assert.deepEqual(session.state.notice?.fixes, ['withoutCache']);
    await ask(session);
    assert.equal(world.client.streams.length, 0);
    const { failure } = session.answer.outcome ?? {};
    assert.match(failure?.message ?? '', /“Tides” has expired/);
    assert.deepEqual(failure?.fixes, ['withoutCache', 'retry']);
    await openPanel(world, session).call('fix', { turn: session.answer.id, fix: 'withoutCache' });
    await settle();
    assert.equal(world.client.streams.length, 1);
    assert.equal(body().cachedContent, undefined);
  });

  it('that was deleted is told by what the service answers, with the way on', async () => {
    choose(TIDES);
    await ask(session);
    const error = { code: 403, status: 'PERMISSION_DENIED' };
    const message = 'CachedContent not found (or permission denied)';
    world.client.last.fail(decodeErrorBody(403, JSON.stringify({ error: { ...error, message } })));
    await settle();
    assert.deepEqual(session.answer.outcome?.failure?.fixes, ['withoutCache', 'retry']);
    assert.match(
      session.answer.outcome.failure.hint ?? '',
      /The cached content might have expired or been deleted\. Without it, the complete/,
    );
    assert.equal(session.state.cache?.problem, 'It no longer exists on the server.');
    choose({ ...TIDES, name: 'cachedContents/other' });
    assert.equal(session.state.cache?.problem, undefined);
  });
});
