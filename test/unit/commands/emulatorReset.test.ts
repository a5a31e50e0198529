import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src/base/errors';
import {
  offerFreshStart,
  resetEmulator,
  seedEmulator,
  backUpData,
  type EmulatorResetDeps,
} from '../../../src/commands/emulatorReset';
import type { EmulatorAddress } from '../../../src/service/emulator';
import { FakePrompts } from '../../fakes/prompts';
import { folderForAll } from '../../fakes/folder';

const ADDRESS = { baseUrl: 'http://127.0.0.1:41234' } as EmulatorAddress;
const ASIDE = '/storage/emulator-20261122T190000000Z';
const FRESH = 'Back Up and Reset';

/** @param isDamaged what the data is like until it is set aside. */
function setUp(isDamaged: boolean, ...answers: readonly (string | undefined)[]) {
  const prompts = new FakePrompts(...answers);
  const done: string[] = [];
  const data = { isDamaged };
  const parts: EmulatorResetDeps = {
    prompts,
    start: async () => {
      done.push('start');
      if (data.isDamaged) throw new AppError('emulatorData', 'It is damaged.');
      return ADDRESS;
    },
    setAside: async () => {
      done.push('set aside');
      data.isDamaged = false;
      return ASIDE;
    },
    control: async (address, action, body) => {
      assert.equal(address, ADDRESS);
      done.push(`${action} ${JSON.stringify(body)}`);
    },
    onReplaced: async () => {
      done.push('replaced');
    },
  };
  const told = () => prompts.asked.filter(({ kind }) => kind === 'notify').map(({ text }) => text);
  return { parts, prompts, done, data, told };
}

describe('resetting the emulator', () => {
  it('starts one that does not run, resets it, and says when that is done', async () => {
    const { parts, done, told } = setUp(false, 'Reset');
    await resetEmulator(parts);
    assert.deepEqual(done, ['start', 'reset {}', 'replaced']);
    assert.deepEqual(told(), ['The built-in emulator was reset to its initial data.']);
  });

  it('sets damaged data aside, starts fresh, and says both', async () => {
    const { parts, done, told } = setUp(true, 'Reset');
    await resetEmulator(parts);
    assert.deepEqual(done, ['start', 'set aside', 'start', 'replaced']);
    assert.equal(told().length, 1);
    assert.match(
      told()[0] ?? '',
      /It was backed up in \/storage\/emulator-.*, and the emulator starts again with sample data\./,
    );
  });

  it('does nothing where the question is not answered', async () => {
    const { parts, done, told } = setUp(true, undefined);
    await resetEmulator(parts);
    assert.deepEqual([done, told()], [[], []]);
  });

  it('leaves the data where something else keeps it from starting, and says nothing of being done', async () => {
    const { parts, done, told } = setUp(false, 'Reset');
    const start = async (): Promise<never> => {
      throw new AppError('emulatorFailed', 'It did not start.');
    };
    await assert.rejects(resetEmulator({ ...parts, start }), { reason: 'emulatorFailed' });
    assert.deepEqual([done, told()], [[], []]);
  });
});

describe('seeding the emulator', () => {
  it('starts one that does not run, seeds it, and says when that is done', async () => {
    const { parts, done, told } = setUp(false, 'Empty', 'Replace');
    await seedEmulator(parts);
    assert.deepEqual(done, ['start', 'seed {"seed":"empty"}', 'replaced']);
    assert.deepEqual(told(), ['The emulator’s data was replaced.']);
  });

  it('offers to set damaged data aside, takes the seed then, and says where the data is', async () => {
    const { parts, prompts, done, told } = setUp(true, 'Empty', 'Replace', FRESH);
    await seedEmulator(parts);
    assert.deepEqual(prompts.asked[2]?.choices, [FRESH]);
    const fresh = ['start', 'start', 'set aside', 'start'];
    assert.deepEqual(done, [...fresh, 'seed {"seed":"empty"}', 'replaced']);
    assert.match(told().join('\n'), /The damaged data was moved to \/storage\/emulator-.*\./);
  });

  it('leaves damaged data where that is not wanted', async () => {
    const { parts, done, told } = setUp(true, 'Demo', 'Replace', undefined);
    await seedEmulator(parts);
    assert.deepEqual([done, told()], [['start'], []]);
  });
});

describe('the offer to start the emulator fresh', () => {
  it('sets the data aside when its button is pressed, and says where it is', async () => {
    const { parts, prompts, done, told } = setUp(true);
    prompts.pressed.add(FRESH);
    await offerFreshStart(parts);
    assert.deepEqual(done, ['start', 'set aside', 'start', 'replaced']);
    assert.match(
      told()[1] ?? '',
      /It was backed up in \/storage\/emulator-.*, and the emulator starts again with sample data\./,
    );
  });
});

describe('setting the data of the emulator aside', () => {
  const now = new Date('2026-11-22T19:00:00.000Z');
  const folder = folderForAll();

  it('keeps it beside, under another name', async () => {
    const data = join(folder(), 'emulator');
    await mkdir(data);
    await writeFile(join(data, 'emulator.sqlite'), 'damaged');
    const aside = await backUpData(data, now);
    assert.equal(aside, join(folder(), 'emulator-20261122T190000000Z'));
    assert.deepEqual(await readdir(folder()), ['emulator-20261122T190000000Z']);
    assert.equal(await readFile(join(aside, 'emulator.sqlite'), 'utf8'), 'damaged');
  });
});
