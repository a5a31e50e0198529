import assert from 'node:assert/strict';
import { showTurnMenu } from '../../../../src/playground/host/turnChoices';
import { settled } from '../../../fakes/settle';
import { useEmulator } from '../../emulator/wire';
import { REMOTE } from '../../conversation/fakeServices';
import { InteractionWorld } from '../../conversation/interactionWorld';
import { handlerParts, NO_ACTIONS } from '../../conversation/panelWorld';
import type { TestSession } from '../../conversation/world';

describe('the request of a turn as the other kind of request', () => {
  const emulator = useEmulator({ seed: 'empty' });
  let world: InteractionWorld;
  let copied: unknown;
  let shown: string | undefined;
  beforeEach(() => {
    world = new InteractionWorld(emulator());
    copied = shown = undefined;
  });
  afterEach(() => world.real.close());

  /** Chooses from the menu of a turn, and presses what is told then. */
  async function choose(session: TestSession, label: string, turn = session.answer.id) {
    const actions = {
      ...NO_ACTIONS,
      redact: (text: string) => text,
      copy: async (text: string) => void (copied = JSON.parse(text)),
      showText: async (_title: string, text: string) => void (shown = text),
    };
    world.prompts.pressed.add('Show Dropped Fields');
    world.prompts.answer(label);
    await settled(showTurnMenu(handlerParts(world, session, { actions }), turn));
    return world.prompts.asked.at(-1)?.text;
  }

  it('has all that an interaction goes on from, though the service keeps that', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const session = await world.begin({ settings: { systemInstruction: 'Be brief' } });
    await world.asked(session, '[[echo]]One');
    await world.asked(session, '[[echo]]Two');
    assert.equal(typeof world.body.previous_interaction_id, 'string');
    const told = await choose(session, 'Copy as generateContent');
    assert.equal(told, 'Copied as a generateContent request. 1 field couldn’t be converted.');
    assert.deepEqual(copied, {
      contents: [
        { role: 'user', parts: [{ text: '[[echo]]One' }] },
        { role: 'model', parts: [{ text: 'One' }] },
        { role: 'user', parts: [{ text: '[[echo]]Two' }] },
      ],
      systemInstruction: { parts: [{ text: 'Be brief' }] },
    });
    assert.equal(shown, '# Dropped Fields\n\n## Controls storage on the server\n\n- `store`\n');
  });

  it('says that nothing is lost where that is so', async () => {
    const session = await world.open({ model: 'models/emulator-flash', mode: 'chat' });
    await settled(session.send('Hello'));
    await settled(session.stop());
    const [message] = session.conversation.turns;
    const told = await choose(session, 'Copy as Interaction', message?.id);
    assert.equal(told, 'Copied as an interaction. All fields were converted.');
    assert.deepEqual(copied, {
      model: 'emulator-flash',
      input: [{ type: 'user_input', content: [{ type: 'text', text: 'Hello' }] }],
    });
    assert.equal(shown, undefined);
  });

  it('has no header that a server is sent', async () => {
    const transport = { url: 'https://s.test', headers: { 'X-Key': 'canary' } };
    const tools = [{ mcpServers: [{ name: 's', streamableHttpTransport: transport }] }];
    const settings = { requests: { chat: { tools } } };
    const session = await world.open({ model: 'models/emulator-flash', mode: 'chat', settings });
    await settled(session.send('Hello'));
    await settled(session.stop());
    await choose(session, 'Copy as Interaction', session.conversation.turns[0]?.id);
    assert.match(JSON.stringify(copied), /s\.test/);
    assert.doesNotMatch(JSON.stringify(copied), /canary/);
  });
});
