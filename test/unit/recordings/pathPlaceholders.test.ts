import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/base/json';
import { captureOf } from '../../../src/recordings/capture';
import type { RecordedResponse, RecordedRequest } from '../../../src/recordings/exchange';
import { withWrittenTexts } from '../../../src/recordings/fileParts';
import { toRecordedRequest } from '../../../src/recordings/incoming';
import { expandPlaceholders, PathPlaceholders } from '../../../src/recordings/pathPlaceholders';
import { prepareResponse } from '../../../src/recordings/replayResponse';

const ADA = new PathPlaceholders({
  workingDirectory: '/home/ada/project',
  homeDirectory: '/home/ada',
});
const BOB = new PathPlaceholders({ workingDirectory: '/builds/7/app', homeDirectory: '/var/bob' });
const EVE = new PathPlaceholders({
  workingDirectory: String.raw`C:\Users\eve\new project`,
  homeDirectory: String.raw`C:\Users\eve`,
});
const SERVICE = 'https://service.test';

const one = (places: PathPlaceholders, text: string): string =>
  places.written((change) => change(text), SERVICE);

/** What is recorded of an answer. */
function recorded(
  places: PathPlaceholders,
  type: string,
  text: string,
  isArray = false,
): RecordedResponse {
  const head = { status: 200, headers: { 'content-type': type } };
  const capture = captureOf(head, { upstream: SERVICE, own: SERVICE, places }, () => 0, isArray);
  capture.push(Buffer.from(text));
  capture.rest();
  return capture.answer() ?? assert.fail('The session is too long.');
}

function replayed(places: PathPlaceholders, answer: RecordedResponse): string {
  const { whole = '', hasService } = prepareResponse(answer, (text) => places.placed(text));
  return hasService ? expandPlaceholders(whole, { service: SERVICE }) : whole;
}

describe('places in texts', () => {
  const texts: readonly (readonly [text: string, written: string, elsewhere: string])[] = [
    ['See /home/ada/project/x.ts.', 'See {{cwd}}/x.ts.', 'See /builds/7/app/x.ts.'],
    [
      '~ is /home/ada, not /home/adam',
      '~ is {{home}}, not /home/adam',
      '~ is /var/bob, not /home/adam',
    ],
    ['/home/ada/project-2/x', '{{home}}/project-2/x', '/var/bob/project-2/x'],
    [`${SERVICE}/v1beta/files/a`, '{{service}}/v1beta/files/a', 'http://here/v1beta/files/a'],
    ['{{cwd}} and {{service}}', '{{=cwd}} and {{=service}}', '{{cwd}} and {{service}}'],
    ['{{=home}} {{==cwd}}', '{{==home}} {{===cwd}}', '{{=home}} {{==cwd}}'],
    ['{{/home/ada/project}}', '{{{{cwd}}}}', '{{/builds/7/app}}'],
  ];
  for (const [text, form, elsewhere] of texts) {
    it(`are written and read: ${text}`, () => {
      assert.equal(one(ADA, text), form);
      assert.equal(ADA.placed(form, SERVICE), text);
      assert.equal(BOB.placed(form, 'http://here'), elsewhere);
    });
  }

  it('of Windows are read as what stands around them needs it', () => {
    const folder = String.raw`C:\Users\eve\new project`;
    for (const [text, path] of [
      ['{"path":"{{cwd}}"}', folder],
      ['{"path":"{{cwd}}/x"}', 'C:/Users/eve/new project/x'],
      ['{"path":"in {{cwd}}"}', `in ${folder}`],
      [String.raw`{"path":"{{cwd}}\\x"}`, String.raw`${folder}\x`],
      [String.raw`{"path":"{{cwd}}\nx"}`, `${folder}\nx`],
    ] as const) {
      assert.deepEqual(JSON.parse(EVE.placed(text)), { path });
    }
    assert.equal(EVE.placed('In {{cwd}}, see.'), `In ${folder}, see.`);
  });

  it('are the innermost ones, also where the home directory is in the working directory', () => {
    const above = new PathPlaceholders({ workingDirectory: '/Users', homeDirectory: '/Users/ada' });
    assert.equal(one(above, '/Users/ada/x and /Users/all'), '{{home}}/x and {{cwd}}/all');
  });
});

describe('answers that quote folders', () => {
  const cases: readonly (readonly [form: string, type: string, isArray: boolean, text: string])[] =
    [
      [
        'JSON',
        'application/json',
        false,
        '{"text":"In /home/ada/project/a: {{cwd}}, {{service}}","uri":"https://service.test/x"}\n',
      ],
      [
        'a stream of events',
        'text/event-stream',
        false,
        'data: {"text":"In /home/ada/project/a {{service}} https://service.test"}\n\ndata: /home/ada/b {{home}}\n\n',
      ],
      [
        'a stream as an array',
        'application/json',
        true,
        '[{"text":"In /home/ada/project/a"}\n,\r\n{"text":"{{service}}"}\n]',
      ],
      ['text', 'text/plain', false, 'In /home/ada/project/a: {{cwd}}, {{service}} {{=service}}'],
    ];
  for (const [form, type, isArray, text] of cases) {
    it(`have none in what is written, and those of whoever replays: ${form}`, () => {
      const answer = recorded(ADA, type, text, isArray);
      assert.doesNotMatch(JSON.stringify(answer), /home\/ada|project|service\.test/);
      assert.match(replayed(BOB, answer), /In \/builds\/7\/app\/a/);
      // Whoever has recorded it gets the same texts, and recording that changes nothing.
      assert.equal(replayed(ADA, answer), text);
      assert.deepEqual(recorded(BOB, type, replayed(BOB, answer), isArray), answer);
    });
  }

  it('of live sessions have them in what the server says', () => {
    const [client, server] = (['client', 'server'] as const).map((from) => ({
      from,
      ms: 0,
      data: { json: { text: `In /home/ada/project/x of ${from}, {{cwd}}` } },
    }));
    assert.ok(client && server);
    const shown = withWrittenTexts([client, server], ADA, SERVICE);
    assert.deepEqual(shown[0], client);
    assert.deepEqual(shown[1]?.data, { json: { text: 'In {{cwd}}/x of server, {{=cwd}}' } });
  });
});

describe('requests that say what an answer has quoted', () => {
  const asked = (places: PathPlaceholders, contents: JsonValue): RecordedRequest =>
    toRecordedRequest(
      {
        operation: 'models.generateContent',
        method: 'POST',
        headers: {},
        base: 'http://here',
        target: '/v1beta/models/m:generateContent',
        body: Buffer.from(JSON.stringify({ contents })),
      },
      places,
    );

  it('are the same everywhere', () => {
    const before = asked(ADA, [{ role: 'model', parts: [{ text: 'See /home/ada/project/x' }] }]);
    const there = [{ role: 'model', parts: [{ text: 'See /builds/7/app/x' }] }];
    assert.doesNotMatch(JSON.stringify(before), /home|ada/);
    assert.deepEqual(asked(BOB, there), before);
  });
});
