import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { readArguments } from '../../../src/emulator/commandLine';

describe('emulator: command line', () => {
  it('takes options of every kind', () => {
    const argv =
      '--port 8080 --seed empty --models 5 --allow-host a.example:1 --allow-host [::1]:2 --latency 0 --rate 9 --new-project ' +
      '--clock 2026-01-31T12:00:00Z --fault reset,operation=models.list,at=10 --fault quota,perDay=true ' +
      '--quota perMinute=5,perDay=100 --unknown-fields allow --until-input-ends --mode auto --recordings r --prune';
    assert.partialDeepStrictEqual(readArguments(argv.split(' ')), {
      untilInputEnds: true,
      recording: {
        mode: 'auto',
        recordings: 'r',
        prune: true,
        ofAnswers: ['--fault', '--quota'],
      },
      options: {
        port: 8080,
        allowUnknownFields: true,
        seed: 'empty',
        models: 5,
        allowHosts: ['a.example:1', '[::1]:2'],
        speed: { latency: 0, rate: 9 },
        newProject: true,
        fixedTime: Date.UTC(2026, 0, 31, 12),
        faults: [
          { kind: 'reset', operation: 'models.list', at: 10 },
          { kind: 'quota', perDay: true },
        ],
        quotas: { perMinute: 5, perDay: 100 },
      },
    });
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['--port x', /--port must be a whole number from 0 to 65535, not x/],
    ['--seed rich', /--seed must be demo or empty/],
    ['--allow-host example', /--allow-host must be HOST:PORT/],
    ['--clock noon', /--clock must be a time such as/],
    ['--fault meteor', /--fault meteor: kind must be one of/],
    ['--quota perHour=5', /--quota perHour=5: Unknown quota perHour\. Quotas are perMinute/],
    ['--fault reset,operation=models.fly', /operation must be an API method/],
    ['--fly', /--fly/],
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
});
