import { signal } from '@preact/signals';
import assert from 'node:assert/strict';
import type { PlaygroundSettings } from '../../../../../src/conversation/model/conversation';
import type { PlaygroundState } from '../../../../../src/conversation/model/protocol';
import { SettingsState } from '../../../../../src/playground/webview/state/settingsState';
import { FakeClock } from '../../../../fakes/clock';
import { panelState } from '../panelState';

interface Asked {
  readonly call: string;
  readonly input: unknown;
}

/** The settings of a panel, and its host. */
class World {
  readonly clock = new FakeClock();
  readonly asked: Asked[] = [];
  readonly panel = signal<PlaygroundState | undefined>(undefined);
  answers = true;
  readonly settings = new SettingsState({
    panel: this.panel,
    clock: this.clock,
    page: { id: 'settings', isOpen: false },
    ask: async (call, input) => {
      this.asked.push({ call, input });
      return this.answers;
    },
  });

  says(over: Partial<PlaygroundState> = {}): void {
    this.panel.value = panelState(over);
    this.settings.onSnapshot(this.panel.value);
  }

  get last(): unknown {
    return this.asked.at(-1)?.input;
  }

  typed(key: string): string {
    return this.settings.row(key).value.typed;
  }
}

describe('the settings of a panel, while they are edited', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
    world.says({ settings: { temperature: 0.5 } });
  });

  it('show what the host has, and over it what is typed until the host has that', async () => {
    assert.equal(world.typed('temperature'), '0.5');
    world.settings.type('temperature', '0.7');
    world.says({ settings: { temperature: 0.5, topP: 0.9 } });
    assert.deepEqual([world.typed('temperature'), world.typed('topP')], ['0.7', '0.9']);
    assert.ok(await world.settings.flush());
    assert.deepEqual(world.last, { temperature: 0.7, topP: 0.9 });
    world.says({ settings: { temperature: 0.7, topP: 0.9 } });
    world.says({ settings: { temperature: 1 } });
    assert.equal(world.typed('temperature'), '1');
  });

  it('stay as they were written while the host has the same value', async () => {
    for (const typed of ['0.', '0,50', ' .5']) {
      world.settings.type('temperature', typed);
      await world.settings.flush();
      world.says({ settings: world.last as PlaygroundSettings });
      assert.equal(world.typed('temperature'), typed);
    }
    world.says({ settings: { temperature: 0.6 } });
    assert.equal(world.typed('temperature'), '0.6');
  });

  it('are sent a moment after the last key, and at once where something else is clicked', () => {
    world.settings.type('seed', '1');
    world.clock.advance(249);
    assert.equal(world.asked.length, 0);
    world.settings.hurry();
    assert.equal(world.asked.length, 1);
    world.settings.hurry();
    assert.equal(world.asked.length, 1);
  });

  it('are sent without one that is invalid, which stays and the panel can lead to', async () => {
    world.settings.type('topP', '0.5');
    world.settings.type('seed', '1.5');
    assert.equal(await world.settings.flush(), false);
    assert.deepEqual(world.last, { temperature: 0.5, topP: 0.5 });
    world.says({ settings: world.last as PlaygroundSettings });
    assert.equal(world.typed('seed'), '1.5');
    assert.equal(world.settings.firstInvalid.value, 'seed');
    const { page } = world.settings;
    page.toggleSection('sampling', false);
    page.query.value = 'voice';
    world.settings.showInvalid();
    assert.ok(page.isOpen.value && page.sections.value.includes('sampling'));
    assert.deepEqual([page.query.value, page.focusWanted.value], ['', { key: 'seed' }]);
    world.settings.type('seed', '15');
    assert.equal(world.settings.firstInvalid.value, undefined);
    assert.ok(await world.settings.flush());
  });

  it('are sent again with the next edit where the host did not take them', async () => {
    world.answers = false;
    world.settings.type('seed', '1');
    assert.equal(await world.settings.flush(), false);
    world.answers = true;
    world.settings.type('topP', '0.5');
    assert.ok(await world.settings.flush());
    assert.deepEqual(world.last, {
      temperature: 0.5,
      topP: 0.5,
      requests: { chat: { generationConfig: { seed: 1 } } },
    });
  });

  it('belong to the mode that they were made in, also just before another one was chosen', () => {
    world.settings.type('topP', '0.5');
    world.settings.type('seed', '7');
    world.says({ mode: 'embed', settings: { temperature: 0.5 } });
    assert.deepEqual(world.last, {
      temperature: 0.5,
      topP: 0.5,
      requests: { chat: { generationConfig: { seed: 7 } } },
    });
    assert.equal(world.settings.row('seed').value.isShown, false);
    world.clock.advance(1000);
    assert.equal(world.asked.length, 1);
  });

  it('are all reset at once, which can be taken back until something else is set', async () => {
    world.settings.type('seed', '7');
    assert.equal(world.settings.setCount.value, 2);
    await world.settings.resetAll();
    assert.deepEqual(world.last, {});
    world.says();
    assert.equal(world.settings.setCount.value, 0);
    await world.settings.undoReset();
    assert.deepEqual(world.last, {
      temperature: 0.5,
      requests: { chat: { generationConfig: { seed: 7 } } },
    });
    await world.settings.resetAll();
    world.settings.type('topP', '1');
    assert.equal(world.settings.beforeReset.value, undefined);
  });

  it('are found by their name, help, value and the name that the service has for them', () => {
    const found = (query: string): readonly string[] => {
      world.settings.page.query.value = query;
      return world.settings.found.value.map(({ key }) => key);
    };
    assert.deepEqual(found('temper'), ['temperature']);
    assert.deepEqual(found('penalty FREQ'), ['frequencyPenalty']);
    assert.deepEqual(found('0.5'), ['temperature']);
    assert.deepEqual(found('generationConfig.seed'), ['seed']);
    assert.ok(found('more varied').includes('temperature'));
    world.settings.type('safety-HARASSMENT', 'BLOCK_ONLY_HIGH');
    assert.deepEqual(found('only high'), ['safety-HARASSMENT']);
    world.settings.type('safety-HARASSMENT', '');
    assert.deepEqual(
      world.settings.found.value.map(({ key }) => key),
      ['safety-HARASSMENT'],
    );
    assert.ok(found(' ').length > 20);
  });
});
