import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ToolRuns } from '../../src/conversation/session/toolRuns';
import { openCalls } from '../../src/conversation/model/turns';
import { pickTools } from '../../src/playground/host/tools';
import { FakePrompts } from '../fakes/prompts';
import { until } from '../fakes/until';
import { useFreshPlayground } from './support/freshPlayground';
import { ask, textOf, told } from './support/playground';

interface Seen {
  readonly inputs: readonly { readonly place?: string }[];
  readonly state: string;
}

describe('tools of another extension in the playground', () => {
  const fresh = useFreshPlayground();
  let seen: Seen;

  before(async () => {
    const extension = vscode.extensions.getExtension<Seen>('test.tools');
    seen = (await extension?.activate()) ?? assert.fail('The fixture isn’t installed.');
  });

  /** Picks a tool, and lets the model call it. */
  async function call(tool: string): Promise<ToolRuns> {
    const { session } = fresh.panel;
    const prompts = new FakePrompts(tool);
    await pickTools({ session, prompts } as unknown as Parameters<typeof pickTools>[0]);
    const names = prompts.asked[0]?.choices ?? [];
    assert.deepEqual(
      names.filter((name) => name.includes('gemini_')),
      [],
    );
    await ask(fresh.panel, `Call [[call:${tool}]]`);
    assert.equal(openCalls(session.conversation.turns)[0]?.name, tool);
    return session.tools;
  }
  const lastTurn = (): string => fresh.panel.session.conversation.turns.at(-1)?.id ?? '';

  it('are picked, called, and run, and the model gets their text and picture', async () => {
    const tools = await call('fixture_weather');
    assert.equal(seen.inputs.length, 0);
    await tools.run(lastTurn(), 0, false);
    await told(fresh.panel, () => !fresh.panel.session.isStreaming);
    assert.equal(typeof seen.inputs[0]?.place, 'string');
    const [, , results] = fresh.panel.session.conversation.turns;
    const { response, parts } = results?.content.parts?.[0]?.functionResponse ?? {};
    assert.deepEqual(response, { output: 'Sunny, 21 degrees' });
    assert.equal(parts?.[0]?.inlineData?.mimeType, 'image/png');
    assert.match(textOf(fresh.panel), /Sunny, 21 degrees/);
  });

  it('are canceled when the user stops them', async () => {
    const tools = await call('fixture_wait');
    const running = tools.run(lastTurn(), 0, false);
    await until(() => seen.state === 'waiting');
    assert.equal(tools.shown?.calls[0]?.state, 'running');
    fresh.panel.session.stop();
    await running;
    await until(() => seen.state === 'canceled');
    assert.equal(tools.shown?.calls[0]?.state, 'failed');
  });
});
