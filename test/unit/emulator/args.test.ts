import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { readArguments } from '../../../src/emulator/args';
import { startEmulator } from '../../../src/emulator/server';

describe('emulator: command line', () => {
  it('has defaults for everything', () => {
    assert.deepEqual(readArguments([]), {
      untilInputEnds: false,
      options: { port: 0, seed: 'demo', models: 0, allowHosts: [], speed: {} },
    });
  });

  it('takes every option', () => {
    const argv =
      '--port 8080 --seed empty --models 5 --data dir --allow-host a.example:1 --allow-host [::1]:2 ' +
      '--latency 0 --rate 9 --tuned-models-accept-keys --tuning-speed 50 ' +
      '--clock 2026-01-31T12:00:00Z --random-seed one --until-input-ends';
    assert.deepEqual(readArguments(argv.split(' ')), {
      untilInputEnds: true,
      options: {
        port: 8080,
        seed: 'empty',
        models: 5,
        allowHosts: ['a.example:1', '[::1]:2'],
        speed: { latency: 0, rate: 9 },
        tunedModelsAcceptKeys: true,
        tuningSpeed: 50,
        fixedTime: Date.UTC(2026, 0, 31, 12),
        randomSeed: 'one',
        dataFolder: 'dir',
      },
    });
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['--port x', /--port must be a whole number from 0 to 65535, not x/],
    ['--port 70000', /--port/],
    ['--seed rich', /--seed must be demo or empty/],
    ['--allow-host example', /--allow-host must be HOST:PORT/],
    ['--allow-host http://a:1', /--allow-host/],
    ['--rate -1', /--rate/],
    ['--tuning-speed fast', /--tuning-speed/],
    ['--clock noon', /--clock must be a time such as/],
    ['--clock 2026-13-01T00:00:00Z', /--clock/],
    ['--fly', /--fly/],
    ['word', /word/],
  ];
  for (const [line, message] of wrong) {
    it(`refuses "${line}" in one line`, () => {
      assert.throws(
        () => readArguments(line.split(' ')),
        (error: unknown) => {
          assert.ok(error instanceof AppError);
          assert.equal(error.reason, 'badOption');
          assert.match(error.message, message);
          assert.doesNotMatch(`${error.message} ${error.hint}`, /\n/);
          return true;
        },
      );
    });
  }

  it('says when the port is taken', async () => {
    const first = await startEmulator();
    const port = Number(new URL(first.baseUrl).port);
    try {
      await assert.rejects(startEmulator({ port }), new RegExp(`Port ${port} is already in use`));
    } finally {
      await first.close();
    }
  });
});
