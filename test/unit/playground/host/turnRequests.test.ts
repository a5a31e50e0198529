import assert from 'node:assert/strict';
import type { ModelTurn } from '../../../../src/conversation/model/conversation';
import type { PanelActions, ShownCode } from '../../../../src/playground/host/panelDeps';
import { model, user } from '../../conversation/samples';
import { chooseRows, NO_ACTIONS, openPanel } from '../../conversation/panelWorld';
import { World, type TestSession } from '../../conversation/world';

describe('getting code in the playground', () => {
  let world: World;
  let session: TestSession;
  let opened: ShownCode[];
  let language: string | undefined;
  let inserted: string[];

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    opened = [];
    language = undefined;
    inserted = [];
  });

  function panel() {
    const actions: PanelActions = {
      ...NO_ACTIONS,
      redact: (text) => text.replaceAll('canary', '[redacted]'),
      code: {
        get language() {
          return language;
        },
        show: async (code) => {
          opened.push(code);
          language = code.language.id;
        },
      },
      editor: {
        ...NO_ACTIONS.editor,
        insert: async (text) => {
          inserted.push(text);
        },
      },
    };
    return openPanel(world, session, { actions });
  }

  /** The text of each message of the code that was opened last. */
  function messages(): readonly string[] {
    return [...(opened.at(-1)?.text ?? '').matchAll(/text: "(.*)"/g)].map(([, text]) => text ?? '');
  }

  it('gives the request that sending the message would make, and sends nothing', async () => {
    session.change((head) => ({
      ...head,
      settings: { temperature: 0.5 },
      turns: [user('First'), model([{ text: 'Answer' }])],
    }));
    world.prompts.answer('JavaScript (fetch)');
    await panel().call('getCode', { text: 'Second' });
    assert.deepEqual(messages(), ['First', 'Answer', 'Second']);
    const [{ text, name } = { text: '', name: '' }] = opened;
    assert.equal(name, 'gemini-request.js');
    assert.match(text, /https:\/\/example\.test:8443\/v1beta\/models\/small:streamGenerateContent/);
    assert.match(text, /temperature: 0\.5/);
    assert.equal(session.conversation.turns.length, 2);
  });

  it('takes secrets out', async () => {
    world.prompts.answer('curl');
    await panel().call('getCode', { text: 'My key is canary' });
    assert.match(opened[0]?.text ?? '', /My key is \[redacted\]/);
    assert.doesNotMatch(opened[0]?.text ?? '', /canary/);
  });

  it('gives the request of an answer as it was sent, whatever the settings are by now', async () => {
    const answer: ModelTurn = {
      ...model([{ text: 'Answer' }], {}, 'm1'),
      model: 'models/other',
      version: 'v1',
      sent: { generationConfig: { temperature: 0.1 } },
    };
    session.change((head) => ({
      ...head,
      settings: { temperature: 2 },
      turns: [user('First'), answer, user('Second', 'u2')],
    }));
    world.prompts.answer('JavaScript (fetch)');
    await chooseRows(panel(), { list: 'turn', turn: 'm1' }, 'Get Code for This Request…');
    assert.deepEqual(messages(), ['First']);
    const [{ text } = { text: '' }] = opened;
    assert.match(text, /\/v1\/models\/other:streamGenerateContent/);
    assert.match(text, /temperature: 0\.1\n/);
  });

  it('inserts no empty text, which would delete what is selected', async () => {
    await assert.rejects(panel().call('insertAtCursor', { text: '' }), /no text to insert/);
    assert.deepEqual(inserted, []);
  });
});
