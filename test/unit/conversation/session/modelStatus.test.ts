import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import { settle, settled } from '../../../fakes/settle';
import { ask } from '../ask';
import { REMOTE } from '../fakeServices';
import { described, ModeWorld } from '../modeWorld';
import { openPanel } from '../panelWorld';
import type { TestSession } from '../world';

const OLD = 'models/gemini-3.7-flash';

/** The service's answer for a model that it does not serve. */
const notFound = (message: string) =>
  decodeErrorBody(404, JSON.stringify({ error: { code: 404, status: 'NOT_FOUND', message } }));
const GONE = notFound(`${OLD} is not found for API version v1beta, or is not supported.`);

describe('what the service says of the model that was asked', () => {
  let world: ModeWorld;
  let session: TestSession;

  beforeEach(async () => {
    world = new ModeWorld();
    world.store.pages[REMOTE.id] = [
      [
        described('gemini-3.7-flash', 'generateContent'),
        described('gemini-2.5-flash-lite', 'generateContent'),
        described('embedder', 'embedContent'),
        described('text-embedding-004', 'generateContent'),
      ],
    ];
    world.store.invalidate();
    session = await world.open({ model: OLD });
  });

  const notice = () => session.state.notice;
  const rowOf = async (name: string) => {
    const { rows } = await openPanel(world, session).call('listChoices', {
      list: 'model',
      path: [],
    });
    return rows.find(({ id }) => id === name);
  };

  it('in an answer is told from then on, in its words, and wins over the documents', async () => {
    await ask(session);
    assert.equal(notice(), undefined);
    const status = {
      modelStage: 'DEPRECATED',
      message: 'Move to a newer one.',
      retirementTime: '2026-03-01T00:00:00Z',
    };
    world.client.last
      .text('Hi')
      .piece({ modelStatus: status } as never)
      .finish('STOP');
    await settle();
    assert.deepEqual(notice(), {
      message: 'gemini-3.7-flash will be shut down on 2026-03-01.',
      hint: 'The API says: “Move to a newer one.” Use gemini-3.8-flash instead.',
      fixes: ['useSuccessor', 'chooseModel'],
    });
    assert.match((await rowOf(OLD))?.description ?? '', /^until 2026-03-01/);
    const other = await world.open({ model: OLD });
    assert.equal(other.state.notice?.message, notice()?.message);
  });

  it('by not answering is told before anything else is sent to it, until it answers', async () => {
    await ask(session);
    await settled(world.client.last.fail(GONE));
    assert.match(
      notice()?.message ?? '',
      /^gemini-3\.7-flash is listed, but the API couldn’t find it on .*/,
    );
    assert.deepEqual(session.answer.outcome?.failure?.fixes, [
      'useSuccessor',
      'chooseModel',
      'retry',
    ]);
    const row = await rowOf(OLD);
    assert.match(row?.description ?? '', /^listed, but not available/);
    assert.equal(row?.separator, 'Shut down or unavailable');
    await settled(session.regenerate());
    await settled(world.client.last.text('Hi').finish('STOP'));
    assert.equal(notice(), undefined);
  });
});
