import assert from 'node:assert/strict';
import {
  chatContents,
  SIGNATURE_STAND_IN,
  type CallRecord,
} from '../../../src/languageModel/chatContents';
import type { ChatMessage } from '../../../src/conversation/tools/chatTools';
import { user, thinking, text, system, result, data, call, assistant } from './chat';

function convert(
  messages: readonly ChatMessage[],
  records: { readonly [callId: string]: CallRecord } = {},
  options: Partial<Parameters<typeof chatContents>[1]> = {},
) {
  return chatContents(messages, {
    model: 'm',
    needsSignatures: false,
    takesMediaResults: true,
    trustsSignatures: true,
    recordOf: (callId) => records[callId],
    ...options,
  });
}

const responses = (names: readonly string[]) =>
  names.map((name) => ({ functionResponse: { name, response: { output: `of ${name}` } } }));

describe('messages of a chat as contents', () => {
  it('join all system messages, and neighbors with the same role', () => {
    const { contents, system: instruction } = convert([
      system(text('Be brief.')),
      user(text('Hello')),
      user(text('there'), data('cache_control', 1), data('text/plain', 104, 105)),
      system(text('Be kind.')),
      assistant(text('Hi'), thinking('hm')),
      assistant(text('!')),
      user(text('')),
    ]);
    assert.equal(instruction, 'Be brief.\n\nBe kind.');
    assert.deepEqual(contents, [
      { role: 'user', parts: [{ text: 'Hello' }, { text: 'there' }, { text: 'hi' }] },
      { role: 'model', parts: [{ text: 'Hi' }, { text: '!' }] },
    ]);
  });

  it('have all results of a step in one content, in the order of the calls, before other parts', () => {
    const { contents } = convert([
      user(text('Go')),
      assistant(call('1', 'a'), call('2', 'b'), call('3', 'c')),
      user(result('3', text('of c'))),
      user(result('1', text('of a')), text('and now'), result('2', text('of b'))),
    ]);
    assert.deepEqual(contents.slice(2), [
      { role: 'user', parts: [...responses(['a', 'b', 'c']), { text: 'and now' }] },
    ]);
  });

  it('have a result for a call that was aborted, and say which results are errors', () => {
    const { contents } = convert([
      user(text('Go')),
      assistant(call('1', 'a'), call('2', 'b')),
      user({ ...result('2', text('No such file')), isError: true }),
      assistant(call('3', 'c')),
    ]);
    const parts = contents.flatMap(({ parts: all = [] }) => all);
    assert.deepEqual(
      parts.flatMap(({ functionResponse: one }) => (one ? [[one.name, one.response]] : [])),
      [
        ['a', { error: 'The call was canceled.' }],
        ['b', { error: 'No such file' }],
        ['c', { error: 'The call was canceled.' }],
      ],
    );
  });

  it('start with the user if a summary removed the start, and keep results without a call as text', () => {
    const { contents } = convert([
      system(text('Summary: files were read.')),
      assistant(text('I read them.')),
      user(result('gone', text('of a'))),
      assistant(call('1', 'b')),
      user(result('1', text('of b'))),
      user(result('1', text('of b'))),
      assistant(text('Done')),
    ]);
    assert.deepEqual(contents, [
      { role: 'user', parts: [{ text: '…' }] },
      { role: 'model', parts: [{ text: 'I read them.' }] },
      { role: 'user', parts: [{ text: 'of a' }] },
      { role: 'model', parts: [{ functionCall: { name: 'b', args: {} } }] },
      { role: 'user', parts: responses(['b']) },
      { role: 'model', parts: [{ text: 'Done' }] },
    ]);
  });

  it('have images in messages and in results', () => {
    const messages = [
      user(text('Look'), data('image/jpg', 1, 2)),
      assistant(call('1', 'a')),
      user(result('1', text('of a'), data('image/png', 3), data('audio/wav', 4))),
    ];
    const { contents } = convert(messages);
    const image = { inlineData: { mimeType: 'image/png', data: 'Aw==' } };
    const sound = { inlineData: { mimeType: 'audio/wav', data: 'BA==' } };
    const response = { name: 'a', response: { output: 'of a' } };
    assert.deepEqual(contents[0]?.parts?.[1], {
      inlineData: { mimeType: 'image/jpeg', data: 'AQI=' },
    });
    assert.deepEqual(contents[2]?.parts, [
      { functionResponse: { ...response, parts: [image] } },
      sound,
    ]);
    const older = convert(messages, {}, { takesMediaResults: false }).contents;
    assert.deepEqual(older[2]?.parts, [{ functionResponse: response }, image, sound]);
  });

  it('have texts of prompt elements', () => {
    const tree = { node: { children: [{ text: 'of ' }, { node: { children: [{ text: 'a' }] } }] } };
    const { contents } = convert([
      user(text('Go')),
      assistant(call('1', 'a')),
      user(result('1', { value: tree })),
    ]);
    assert.deepEqual(contents[2]?.parts, responses(['a']));
  });

  describe('with thought signatures', () => {
    const messages = [
      user(text('Go')),
      assistant(thinking('', 'm sent'), call('1', 'a'), call('2', 'b')),
    ];
    const signatures = (...given: Parameters<typeof convert>) =>
      convert(...given).contents[1]?.parts?.map(({ thoughtSignature }) => thoughtSignature);
    const needed = { needsSignatures: true };

    it('prefer the saved one to the one in the thinking part', () => {
      const saved = { '1': { model: 'm', thoughtSignature: 'saved' }, '2': { model: 'm' } };
      assert.deepEqual(signatures(messages, saved, needed), ['saved', undefined]);
      assert.deepEqual(signatures(messages, {}, needed), ['sent', undefined]);
    });

    it('have the documented stand-in for calls of other models, and if one was rejected', () => {
      const saved = { '1': { model: 'other', thoughtSignature: 'foreign' } };
      const foreign = [
        user(text('Go')),
        assistant(thinking('', 'of somebody else'), call('1', 'a'), call('2', 'b')),
      ];
      const untrusted = { ...needed, trustsSignatures: false };
      for (const found of [
        signatures(foreign, saved, needed),
        signatures(foreign, {}, needed),
        signatures(messages, {}, untrusted),
      ]) {
        assert.deepEqual(found, [SIGNATURE_STAND_IN, undefined]);
      }
      assert.deepEqual(signatures(foreign, saved), [undefined, undefined]);
    });
  });
});
