import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/base/json';
import { Canonicalizer } from '../../../src/recordings/canonical';
import { captureOf } from '../../../src/recordings/capture';
import type { RecordedResponse, RecordedRequest } from '../../../src/recordings/exchange';
import { withWrittenTexts } from '../../../src/recordings/frames';
import { toRecordedRequest } from '../../../src/recordings/incoming';
import { expandPlaceholders, PathPlaceholders } from '../../../src/recordings/pathPlaceholders';
import { prepareResponse } from '../../../src/recordings/replayResponse';
import { DEFAULT_RULES } from '../../../src/recordings/rules';

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
    ['/home/ada/project', '{{cwd}}', '/builds/7/app'],
    [
      '~ is /home/ada, not /home/adam',
      '~ is {{home}}, not /home/adam',
      '~ is /var/bob, not /home/adam',
    ],
    ['/home/ada/project-2/x', '{{home}}/project-2/x', '/var/bob/project-2/x'],
    [`${SERVICE}/v1beta/files/a`, '{{service}}/v1beta/files/a', 'http://here/v1beta/files/a'],
    ['{{cwd}} and {{service}}', '{{=cwd}} and {{=service}}', '{{cwd}} and {{service}}'],
    ['{{=home}} {{==cwd}}', '{{==home}} {{===cwd}}', '{{=home}} {{==cwd}}'],
    ['{{user}} {{ cwd }}', '{{user}} {{ cwd }}', '{{user}} {{ cwd }}'],
    ['{/home/ada/project}', '{{{cwd}}}', '{/builds/7/app}'],
    ['{{/home/ada/project}}', '{{{{cwd}}}}', '{{/builds/7/app}}'],
  ];
  for (const [text, form, elsewhere] of texts) {
    it(`are written and read: ${text}`, () => {
      assert.equal(one(ADA, text), form);
      assert.equal(ADA.placed(form, SERVICE), text);
      assert.equal(BOB.placed(form, 'http://here'), elsewhere);
    });
  }

  it('of Windows are written in each form that programs have of them', () => {
    const forms = {
      [String.raw`C:\Users\eve\new project\x.ts`]: String.raw`{{cwd}}\x.ts`,
      'C:/Users/eve/new project/x.ts': '{{cwd}}/x.ts',
      [String.raw`c:\Users\eve\x.ts`]: String.raw`{{home}}\x.ts`,
      [String.raw`{"path":"C:\\Users\\eve\\new project\\x.ts"}`]: String.raw`{"path":"{{cwd}}\\x.ts"}`,
    };
    for (const [text, form] of Object.entries(forms)) {
      assert.equal(one(EVE, text), form);
      assert.equal(EVE.placed(form), text.replace('c:', 'C:'));
    }
  });

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

  it('of Windows stay as they are in prose with quotes, links and levels of logs', () => {
    for (const text of [
      String.raw`cd "C:\Users\eve\new project"`,
      String.raw`[INFO] C:\Users\eve\new project\x.ts was read`,
      String.raw`[x.ts](C:\Users\eve\x.ts)`,
    ]) {
      assert.doesNotMatch(one(EVE, text), /Users/);
      assert.equal(EVE.placed(one(EVE, text)), text);
    }
    const pretty = JSON.stringify({ paths: [String.raw`C:\Users\eve`] }, undefined, 2);
    assert.equal(EVE.placed(one(EVE, pretty)), pretty);
  });

  it('of Windows may be shared ones', () => {
    const share = new PathPlaceholders({
      workingDirectory: String.raw`\\server\share\app`,
      homeDirectory: String.raw`C:\Users\eve`,
    });
    const forms = {
      [String.raw`\\server\share\app\x`]: String.raw`{{cwd}}\x`,
      '//server/share/app/x': '{{cwd}}/x',
      [String.raw`{"path":"\\\\server\\share\\app\\x"}`]: String.raw`{"path":"{{cwd}}\\x"}`,
    };
    for (const [text, form] of Object.entries(forms)) {
      assert.equal(one(share, text), form);
      assert.equal(share.placed(form), text);
    }
  });

  it('are the innermost ones, also where the home directory is in the working directory', () => {
    const above = new PathPlaceholders({ workingDirectory: '/Users', homeDirectory: '/Users/ada' });
    assert.equal(one(above, '/Users/ada/x and /Users/all'), '{{home}}/x and {{cwd}}/all');
  });

  it('may have a slash at their end', () => {
    const slashed = new PathPlaceholders({ workingDirectory: '/', homeDirectory: '/home/ada/' });
    assert.equal(one(slashed, '/home/ada/x, /home/ada.'), '{{home}}/x, {{home}}.');
    assert.equal(slashed.placed('{{home}}/x in {{cwd}}'), '/home/ada/x in /');
  });

  it('of a folder that is as short as many words are left', () => {
    const short = new PathPlaceholders({ workingDirectory: '/tmp', homeDirectory: '/' });
    assert.equal(one(short, 'See /tmp/x'), 'See /tmp/x');
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

  it('keep a folder that a stream has cut', () => {
    const text = 'data: {"text":"In /home/ada/pro"}\n\ndata: {"text":"ject/a"}\n\n';
    const answer = recorded(ADA, 'text/event-stream', text);
    assert.equal(replayed(BOB, answer), text.replace('/home/ada', '/var/bob'));
  });

  it('are JSON with folders of Windows', () => {
    const answer = recorded(
      ADA,
      'application/json',
      '{"args":{"path":"/home/ada/project/a"},"cwd":"/home/ada/project"}',
    );
    assert.deepEqual(JSON.parse(replayed(EVE, answer)), {
      args: { path: 'C:/Users/eve/new project/a' },
      cwd: String.raw`C:\Users\eve\new project`,
    });
    const own = String.raw`{"cwd":"C:\\Users\\eve\\new project","nested":"{\"path\":\"C:\\\\Users\\\\eve\\\\new project\\\\a\"}"}`;
    const back = recorded(EVE, 'application/json', own);
    assert.doesNotMatch(JSON.stringify(back), /Users|eve/);
    assert.equal(replayed(EVE, back), own);
  });

  it('are left where they are bytes', () => {
    const text = '{"path":"/home/ada/project/a"}\n{{cwd}}\n';
    const answer = recorded(ADA, 'application/octet-stream', text);
    assert.deepEqual(answer.body, { kind: 'bytes', bytes: Buffer.from(text) });
    assert.deepEqual(
      prepareResponse(answer, (one) => BOB.placed(one)).pieces[0]?.content,
      Buffer.from(text),
    );
  });

  it('of live sessions have them in what the server says', () => {
    const [client, server] = (['client', 'server'] as const).map((from) => ({
      ...{ from, ms: 0 },
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
        ...{
          operation: 'models.generateContent',
          method: 'POST',
          headers: {},
          base: 'http://here',
        },
        target: '/v1beta/models/m:generateContent',
        body: Buffer.from(JSON.stringify({ contents })),
      },
      places,
    );
  const canonicalizer = new Canonicalizer(DEFAULT_RULES);

  it('are the same everywhere', () => {
    const before = asked(ADA, [{ role: 'model', parts: [{ text: 'See /home/ada/project/x' }] }]);
    const there = [{ role: 'model', parts: [{ text: 'See /builds/7/app/x' }] }];
    assert.doesNotMatch(JSON.stringify(before), /home|ada/);
    assert.deepEqual(asked(BOB, there), before);
  });

  it('are exactly those where somebody has written what reads like a place, and those of recordings from before that', () => {
    const own = asked(ADA, [{ parts: [{ text: 'What is {{cwd}}?' }] }]);
    assert.match(JSON.stringify(own), /What is \{\{=cwd\}\}/);
    const before: RecordedRequest = {
      ...own,
      body: { kind: 'json', json: { contents: [{ parts: [{ text: 'What is {{cwd}}?' }] }] } },
    };
    const [one, other] = [own, before].map((each) =>
      canonicalizer.of('models.generateContent', each),
    );
    assert.notEqual(one?.exact, other?.exact);
    assert.deepEqual([one?.loose, one?.hash], [other?.loose, other?.hash]);
  });
});
