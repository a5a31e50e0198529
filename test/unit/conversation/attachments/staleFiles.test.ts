import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/api/errors';
import { settle, settled } from '../../../fakes/settle';
import { ask } from '../ask';
import type { TestSession } from '../world';
import { attach, AttachmentWorld, ENDPOINT } from '../attachmentWorld';

const AGAIN = 'Upload Again';
const LEAVE_OUT = 'Continue Without Files';

describe('a file of an earlier message that the service has deleted', () => {
  let world: AttachmentWorld;
  let session: TestSession;

  /** A conversation with a film, an answer, and the time at which the film expires. */
  beforeEach(async () => {
    world = new AttachmentWorld();
    session = await world.open();
    await attach(session, '/film.mp4');
    world.uploads.last.finish(world.file('film'));
    await settled(world.remember('film', '/film.mp4', 48));
    await ask(session, 'What is this?');
    await answer();
  });

  async function answer(): Promise<void> {
    await settled(world.client.last.text('A film').finish('STOP'));
  }

  const uris = (): readonly (string | undefined)[] =>
    world.client.last.input.body.contents.flatMap(({ parts = [] }) =>
      parts.flatMap(({ fileData }) => (fileData ? [fileData.fileUri] : [])),
    );

  const failure = (): string => {
    const { message = '', hint = '' } = session.answer.outcome?.failure ?? {};
    return `${message} ${hint}`;
  };

  it('is uploaded again with consent, and has its new address from then on', async () => {
    world.passHours(47.9);
    world.prompts.answer(AGAIN);
    await ask(session, 'Continue');
    assert.equal(world.client.streams.length, 1);
    const [{ text, choices } = { text: '', choices: [] }] = world.prompts.asked;
    assert.match(
      text,
      /Some files in this conversation are no longer stored on the server: "film\.mp4"\./,
    );
    assert.deepEqual(choices, [AGAIN, LEAVE_OUT]);
    assert.match(session.shown.notice?.message ?? '', /Uploading “film\.mp4” again\./);
    await settled(world.uploads.lastAgain.finish(world.file('film2')));
    assert.deepEqual(uris(), [`${ENDPOINT}/files/film2`]);
    assert.equal(session.shown.notice, undefined);
    await answer();
    world.passHours(47);
    await ask(session, 'And now?');
    assert.deepEqual(uris(), [`${ENDPOINT}/files/film2`]);
    assert.equal(world.prompts.asked.length, 1);
    await session.close();
    const saved = JSON.stringify(world.saved(session.state.conversation));
    assert.ok(saved.includes('files/film2') && !saved.includes('files/film"'));
  });

  it('is left out from then on where the user wants that, and stays in its message', async () => {
    world.passHours(49);
    world.prompts.answer(LEAVE_OUT);
    await ask(session, 'Continue');
    assert.deepEqual(uris(), []);
    const [first] = session.state.turns;
    assert.equal(first?.content.parts?.[0]?.fileData?.fileUri, `${ENDPOINT}/files/film`);
    await answer();
    session = await world.reopen(session);
    await ask(session, 'And now?');
    assert.deepEqual(uris(), []);
    assert.equal(world.prompts.asked.length, 1);
  });

  it('keeps the request from being sent where the user wants neither', async () => {
    world.passHours(49);
    world.prompts.answer(undefined);
    await ask(session, 'Continue');
    assert.equal(session.answer.outcome?.verdict, 'stopped');
    assert.equal(world.client.streams.length, 1);
    world.prompts.answer(LEAVE_OUT);
    await settled(session.regenerate());
    assert.equal(world.client.streams.length, 2);
  });

  it('has to be attached again where nobody knows where it came from', async () => {
    world.uploads.remembered.clear();
    world.passHours(49);
    world.prompts.answer(LEAVE_OUT);
    await ask(session, 'Continue');
    const [{ text, choices } = { text: '', choices: [] }] = world.prompts.asked;
    assert.match(text, /Attach it to a message again, or continue without it\./);
    assert.deepEqual(choices, [LEAVE_OUT]);
    assert.deepEqual(uris(), []);
  });

  describe('as the service says', () => {
    const gone = new ServiceError({
      reason: 'permission',
      message: 'You do not have permission to access the File film or it may not exist.',
      httpStatus: 403,
      status: 'PERMISSION_DENIED',
      details: { other: [] },
    });

    for (const [what, error] of [
      ['for one that is gone', gone],
      [
        'for one that is not active',
        new ServiceError({
          reason: 'precondition',
          message: 'The File film is not in an ACTIVE state and usage is not allowed.',
          httpStatus: 400,
          status: 'FAILED_PRECONDITION',
          details: { other: [] },
        }),
      ],
    ] as const) {
      it(`is uploaded again with consent, and the same answer goes on: ${what}`, async () => {
        await ask(session, 'Continue');
        const { streaming } = session.state;
        world.prompts.answer(AGAIN);
        await settled(world.client.last.fail(error));
        assert.equal(session.state.streaming, streaming);
        await settled(world.uploads.lastAgain.finish(world.file('film2')));
        assert.deepEqual(uris(), [`${ENDPOINT}/files/film2`]);
        await answer();
        assert.equal(session.text, 'A film');
        assert.equal(session.state.turns.length, 4);
      });
    }

    it('is named where the service does not read its type, and is left out from then on', async () => {
      await ask(session, 'Continue');
      world.client.last.fail(
        new ServiceError({
          reason: 'invalidRequest',
          message: 'Unsupported MIME type: video/mp4',
          httpStatus: 400,
          status: 'INVALID_ARGUMENT',
          details: { other: [] },
        }),
      );
      await settle();
      assert.match(
        failure(),
        /The API can’t use the file “film\.mp4”: Unsupported MIME type: video\/mp4 The file is excluded from now on\./,
      );
      await settled(session.regenerate());
      assert.deepEqual(uris(), []);
      assert.deepEqual(world.prompts.asked, []);
    });
  });
});
