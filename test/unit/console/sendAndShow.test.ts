import assert from 'node:assert/strict';
import { TransportError } from '../../../src/api/errors';
import { type PlainRequest, rawRequest } from '../../../src/api/request';
import { CancelledError } from '../../../src/base/errors';
import { SHOW_DELAY } from '../../../src/console/responseDocument';
import { settle, settled } from '../../fakes/settle';
import { answering, deletion, type Exchange, get, setUpSending, stream, WORK } from './sending';

describe('sending a request by hand', () => {
  it('sends it once under progress, and shows the answer beside', async () => {
    const { send, sent, titles, documents } = setUpSending(answering(200, '{"name":"models/x"}'));
    const answer = await send(get);
    assert.deepEqual(sent, [get]);
    assert.deepEqual(titles, ['Get model']);
    assert.deepEqual(
      documents.shown.map(({ text, beside }) => [text.name, beside]),
      [['models.get (v1).jsonc', true]],
    );
    assert.match(documents.texts[0] ?? '', /^\/\/ 200 OK[^]*\n\{\n {2}"name": "models\/x"\n\}\n$/);
    assert.equal(answer?.state, 'done');
  });

  it('learns which models refuse every request, and which answer after all', async () => {
    const ask = (path: string, operation: 'generateContent' | 'countTokens' = 'generateContent') =>
      rawRequest({
        operation: `models.${operation}`,
        version: 'v1beta',
        path: { model: path },
        query: {},
        body: {},
      });
    const learn = async (
      request: PlainRequest,
      status: number,
      message = '',
      methods?: readonly string[],
    ): Promise<readonly string[]> => {
      const body = status === 200 ? '{}' : JSON.stringify({ error: { code: status, message } });
      const { send, learned, models } = setUpSending(answering(status, body));
      if (methods) models.set('models/a', { supportedGenerationMethods: methods });
      await send(request);
      return learned;
    };
    const gone = 'models/a is not found for API version v1beta, or is not supported.';
    const closed = 'This model models/a is no longer available to new users.';
    const listed = ['generateContent'];
    assert.deepEqual(await learn(ask('models/a'), 404, gone, listed), [
      'models/a in v1beta: notServed',
    ]);
    assert.deepEqual(await learn(ask('models/a'), 404, closed), [
      'models/a in v1beta: earlierUsers',
    ]);
    assert.deepEqual(await learn(ask('models/a'), 404, gone), [], 'a wrong name');
    assert.deepEqual(await learn(ask('models/a'), 503, 'Busy.', listed), []);
    assert.deepEqual(await learn(ask('models/a'), 200), ['models/a answers in v1beta']);
    assert.deepEqual(await learn(ask('models/a', 'countTokens'), 200), []);
    assert.deepEqual(await learn(get, 200), []);
  });

  it('shows an answer that is waited for after a moment', async () => {
    const head = Promise.withResolvers<Awaited<ReturnType<Exchange>>>();
    const { send, body, documents, clock } = setUpSending(() => head.promise);
    const sending = send(get);
    await settle();
    await settled(clock.advance(SHOW_DELAY - 1));
    assert.equal(documents.shown.length, 0);
    await settled(clock.advance(1));
    assert.match(documents.texts[0] ?? '', /^\/\/ Sending…/);
    head.resolve({ status: 200, headers: {}, body });
    body.push(undefined);
    await sending;
    assert.equal(documents.shown.length, 1);
    assert.equal(clock.pending, 0);
  });

  it('shows a stream while it grows, at most ten times a second', async () => {
    const { send, body, documents, clock } = setUpSending();
    const sending = send(stream);
    await settle();
    const [{ text } = assert.fail()] = documents.shown;
    const updates: { readonly at: number; readonly count: number }[] = [];
    text.onDidChange?.(() => {
      const count = text.read().split('"n"').length - 1;
      updates.push({ at: clock.monotonic(), count });
    });
    for (let n = 1; n <= 50; n += 1) {
      await settled(body.push(`data: {"n":${n}}\n\n`));
      clock.advance(20);
    }
    assert.deepEqual(
      updates.map(({ at }) => at),
      [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000],
    );
    assert.deepEqual(
      updates.slice(0, 2).map(({ count }) => count),
      [5, 10],
    );
    body.push(undefined);
    await sending;
    // The end is told at once.
    assert.equal(updates.at(-1)?.count, 50);
    assert.equal(clock.pending, 0);
  });

  it('can be cancelled, which the document says', async () => {
    const { send, cancel, documents } = setUpSending(
      (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new CancelledError(signal.reason)));
        }),
    );
    const sending = send(get);
    await settle();
    cancel();
    const answer = await sending;
    assert.equal(answer?.state, 'cancelled');
    assert.match(documents.texts[0] ?? '', /^\/\/ Canceled · 0 ms/);
  });

  it('throws what never became an answer, after it was shown', async () => {
    const error = new TransportError('dns', 'There is no such host.', { hint: 'Check it.' });
    const { send, documents } = setUpSending(() => Promise.reject(error));
    await assert.rejects(send(get), (thrown) => thrown === error);
    assert.match(documents.texts[0] ?? '', /Failed[^]*no such host\.\n\/\/ Check it\.\n$/);
  });
});

describe('what the tree shows after a request', () => {
  const refs = (invalidated: readonly { readonly version: string; readonly name: string }[]) =>
    invalidated.map(({ version, name }) => `${version} ${name}`);

  it('is fetched anew where a resource changed, in every version', async () => {
    const { send, prompts, invalidated } = setUpSending(answering(200));
    prompts.answer('Delete');
    await send(deletion);
    assert.deepEqual(refs(invalidated), [
      'v1beta tunedModels/a b',
      'v1beta ',
      'v1 tunedModels/a b',
      'v1 ',
      'v1beta3 tunedModels/a b',
      'v1beta3 ',
    ]);
    assert.ok(invalidated.every(({ connection }) => connection === WORK.id));
    assert.deepEqual(
      invalidated.map(({ collection }) => collection),
      [undefined, true, undefined, true, undefined, true],
    );
  });

  it('stays after what only reads, or was refused', async () => {
    const { send, invalidated } = setUpSending(answering(200));
    await send(get);
    assert.deepEqual(invalidated, []);
    const refused = setUpSending(answering(403));
    refused.prompts.answer('Delete');
    await refused.send(deletion);
    assert.deepEqual(refused.invalidated, []);
  });
});
