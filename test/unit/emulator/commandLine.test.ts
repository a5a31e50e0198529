import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { readArguments } from '../../../src/emulator/commandLine';
import { startEmulator } from '../../../src/emulator/server';

describe('emulator: command line', () => {
  it('takes every option', () => {
    const argv =
      '--port 8080 --seed empty --profile 2024 --models 5 --documents 6 --chunks 7 --data dir --allow-host a.example:1 --allow-host [::1]:2 ' +
      '--latency 0 --rate 9 --new-project --tuned-models-accept-keys --tuning-speed 50 ' +
      '--clock 2026-01-31T12:00:00Z --random-seed one --fault reset,operation=models.list,at=10 --fault quota,perDay=true ' +
      '--quota perMinute=5,perDay=100 --unknown-fields allow --until-released --until-input-ends --host 0.0.0.0 --yes ' +
      '--mode auto --upstream https://a.example --recordings r --replay-speed 2 --prune';
    assert.deepEqual(readArguments(argv.split(' ')), {
      untilInputEnds: true,
      untilReleased: true,
      isAgreed: true,
      recording: {
        ...{ mode: 'auto', upstream: 'https://a.example', recordings: 'r', replaySpeed: '2' },
        prune: true,
        ofAnswers: ['--fault', '--quota'],
      },
      options: {
        port: 8080,
        host: '0.0.0.0',
        allowUnknownFields: true,
        seed: 'empty',
        profile: '2024',
        ...{ models: 5, documents: 6, chunks: 7 },
        allowHosts: ['a.example:1', '[::1]:2'],
        speed: { latency: 0, rate: 9 },
        newProject: true,
        tunedModelsAcceptKeys: true,
        tuningSpeed: 50,
        fixedTime: Date.UTC(2026, 0, 31, 12),
        randomSeed: 'one',
        faults: [
          { kind: 'reset', operation: 'models.list', at: 10 },
          { kind: 'quota', perDay: true },
        ],
        quotas: { perMinute: 5, perDay: 100 },
        dataFolder: 'dir',
      },
    });
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['--port x', /--port must be a whole number from 0 to 65535, not x/],
    ['--seed rich', /--seed must be demo or empty/],
    ['--profile 2023', /--profile must be current or 2024/],
    ['--allow-host example', /--allow-host must be HOST:PORT/],
    ['--unknown-fields maybe', /--unknown-fields must be refuse or allow/],
    ['--host a/b', /--host must be an address/],
    ['--clock noon', /--clock must be a time such as/],
    ['--fault meteor', /--fault meteor: kind must be one of/],
    ['--fault reset,at', /--fault must be KIND,NAME=VALUE/],
    ['--quota perMinute', /--quota must be NAME=N/],
    ['--quota perHour=5', /--quota perHour=5: Unknown quota perHour\. Quotas are perMinute/],
    ['--fault reset,operation=models.fly', /operation must be an API method/],
    ['--fly', /--fly/],
    ['word', /word/],
  ];
  it('refuses what is wrong in one line', () => {
    for (const [line, message] of wrong) {
      assert.throws(
        () => readArguments(line.split(' ')),
        (error: unknown) => {
          assert.ok(error instanceof AppError && error.reason === 'badOption', line);
          assert.match(error.message, message);
          return !/\n/.test(`${error.message} ${error.hint}`);
        },
        line,
      );
    }
  });

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
