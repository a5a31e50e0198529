import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/base/json';
import { Canonicalizer } from '../../../src/recordings/canonical';
import { captureOf } from '../../../src/recordings/capture';
import {
  changed,
  type RecordedAnswer,
  type RecordedRequest,
  withSaid,
} from '../../../src/recordings/exchange';
import { withWrittenTexts } from '../../../src/recordings/frames';
import { requestOf } from '../../../src/recordings/incoming';
import { placed, Places } from '../../../src/recordings/places';
import { prepare } from '../../../src/recordings/play';
import { DEFAULT_RULES } from '../../../src/recordings/rules';

const ADA = new Places({ workingDirectory: '/home/ada/project', homeDirectory: '/home/ada' });
const BOB = new Places({ workingDirectory: '/builds/7/app', homeDirectory: '/var/bob' });
const EVE = new Places({
  workingDirectory: String.raw`C:\Users\eve\new project`,
  homeDirectory: String.raw`C:\Users\eve`,
});
const SERVICE = 'https://service.test';

const written = (places: Places, texts: readonly string[]): readonly string[] =>
  places.written((change) => texts.map((text) => change(text, '')), SERVICE);
const one = (places: Places, text: string): string => written(places, [text])[0] ?? '';

/** What is recorded of an answer. */
function recorded(places: Places, type: string, text: string, isArray = false): RecordedAnswer {
  const head = { status: 200, headers: { 'content-type': type } };
  const capture = captureOf(head, { upstream: SERVICE, own: SERVICE, places }, () => 0, isArray);
  capture.push(Buffer.from(text));
  capture.rest();
  return capture.answer() ?? assert.fail('It is too long.');
}

function replayed(places: Places, answer: RecordedAnswer): string {
  const { whole = '', hasService } = prepare(answer, (text) => places.placed(text));
  return hasService ? placed(whole, { service: SERVICE }) : whole;
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
    ['{{=home}} {{==cwd 1/2}}', '{{==home}} {{===cwd 1/2}}', '{{=home}} {{==cwd 1/2}}'],
    [
      '{{user}} {{ cwd }} {{cwd 0/2}}',
      '{{user}} {{ cwd }} {{cwd 0/2}}',
      '{{user}} {{ cwd }} {{cwd 0/2}}',
    ],
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
      // A piece of it alone, as streams of calls have them.
      const [head = '', tail = ''] = text.split(/(?<=\}\})/);
      const { path: pieced } = JSON.parse(EVE.placed(head) + EVE.placed(tail)) as { path: string };
      assert.equal(pieced.replaceAll('\\', '/'), path.replaceAll('\\', '/'));
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
    const share = new Places({
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

  it('that are cut between pieces stand in as many pieces, and none is empty or has a folder', () => {
    const text = 'I see /home/ada/project/x.ts and /home/ada/y.';
    for (let from = 1; from < text.length; from += 1) {
      for (let to = from; to < text.length; to += 1) {
        const pieces = [text.slice(0, from), text.slice(from, to), text.slice(to)];
        const forms = written(ADA, pieces);
        assert.doesNotMatch(forms.join(''), /home\/ada|\/project/, forms.join('|'));
        assert.equal(forms.map((form) => ADA.placed(form)).join(''), text);
        const elsewhere = forms.map((form) => BOB.placed(form));
        assert.equal(elsewhere.join(''), 'I see /builds/7/app/x.ts and /var/bob/y.');
        assert.deepEqual(
          elsewhere.map((piece) => piece === ''),
          pieces.map((piece) => piece === ''),
        );
        // A program may send them back one by one, or as one text.
        assert.deepEqual(written(BOB, elsewhere), forms);
        assert.equal(one(BOB, elsewhere.join('')), one(ADA, text));
      }
    }
    const tokens = ['/home', '/ada', '/pro', 'ject', '/x'];
    const forms = ['{{cwd 1/4}}', '{{cwd 2/4}}', '{{cwd 3/4}}', '{{cwd 4/4}}', '/x'];
    assert.deepEqual(written(ADA, tokens), forms);
    assert.equal(forms.map((form) => EVE.placed(form)).join(''), 'C:/Users/eve/new project/x');
  });

  it('that are cut have whole characters in each piece', () => {
    const rare = new Places({ workingDirectory: '/b/😀😀😀😀', homeDirectory: '/b/😀home' });
    const pieces = ['{{cwd 1/2}}', '{{cwd 2/2}}'].map((form) => rare.placed(form));
    assert.equal(pieces.join(''), '/b/😀😀😀😀');
    assert.ok(pieces.every((piece) => piece.isWellFormed()));
  });

  it('at the end of a text are whole, whatever the next text begins with', () => {
    assert.deepEqual(written(ADA, ['cd /home/ada/project', 'ok']), ['cd {{cwd}}', 'ok']);
    // What somebody has written in pieces is read by nobody.
    assert.deepEqual(written(ADA, ['{{cw', 'd}}']), ['{{cw', 'd}}']);
  });

  it('are the innermost ones, also where the home directory is in the working directory', () => {
    const above = new Places({ workingDirectory: '/Users', homeDirectory: '/Users/ada' });
    assert.equal(one(above, '/Users/ada/x and /Users/all'), '{{home}}/x and {{cwd}}/all');
  });

  it('may have a slash at their end', () => {
    const slashed = new Places({ workingDirectory: '/', homeDirectory: '/home/ada/' });
    assert.equal(one(slashed, '/home/ada/x, /home/ada.'), '{{home}}/x, {{home}}.');
    assert.equal(slashed.placed('{{home}}/x in {{cwd}}'), '/home/ada/x in /');
  });

  it('are found in time where there are many, each in a text of its own', () => {
    const many = Array.from({ length: 50_000 }, () => 'In /home/ada/project/x');
    assert.deepEqual(new Set(written(ADA, many)), new Set(['In {{cwd}}/x']));
  });

  it('of a folder that is as short as many words are left', () => {
    const short = new Places({ workingDirectory: '/tmp', homeDirectory: '/' });
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
        'data: {"text":"In /home/ada/pro"}\n\ndata: {"text":"ject/a {{service}} https://serv"}\n\ndata: {"text":"ice.test"}\n\ndata: /home/ada/b {{home}}\n\n',
      ],
      [
        'a stream as an array',
        'application/json',
        true,
        '[{"text":"In /home/ada/pro"}\n,\r\n{"text":"ject/a {{service}}"}\n]',
      ],
      ['text', 'text/plain', false, 'In /home/ada/project/a: {{cwd}}, {{service}} {{=service}}'],
    ];
  for (const [form, type, isArray, text] of cases) {
    it(`have none in what is written, and those of whoever replays: ${form}`, () => {
      const answer = recorded(ADA, type, text, isArray);
      assert.doesNotMatch(JSON.stringify(answer), /home\/ada|\/pro|ject|service\.test/);
      assert.match(replayed(BOB, answer), /\/builds(?:"[^]*")?\/7\/app\/a/);
      // Whoever has recorded it gets the same texts, and recording that changes nothing.
      const own = replayed(ADA, answer);
      const said = (all: string): string => all.replaceAll(/"\}[^]*?(?:"text":"|$)/g, '');
      assert.equal(said(own), said(text));
      assert.deepEqual(recorded(ADA, type, own, isArray), answer);
      assert.deepEqual(recorded(BOB, type, replayed(BOB, answer), isArray), answer);
    });
  }

  it('have none where pieces of several come by turns', () => {
    const pieces = [
      [0, 'In /home/ad'],
      [1, 'See '],
      [0, 'a/project/x'],
      [1, '/home/ada.'],
    ] as const;
    const events = pieces.map(([index, text]) => {
      const candidate = { index, content: { parts: [{ text }] } };
      return `data: ${JSON.stringify({ candidates: [candidate] })}\n\n`;
    });
    const answer = recorded(ADA, 'text/event-stream', events.join(''));
    assert.doesNotMatch(JSON.stringify(answer), /home\/|project/);
    const own = replayed(ADA, answer);
    assert.deepEqual(recorded(ADA, 'text/event-stream', own), answer);
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
      prepare(answer, (one) => BOB.placed(one)).pieces[0]?.content,
      Buffer.from(text),
    );
  });

  it('of live sessions have them over several frames', () => {
    const frames = ['/home/ada/pro', 'ject/x'].map((text, ms) => ({
      ...({ from: 'server', ms } as const),
      data: { json: { serverContent: { modelTurn: { parts: [{ text }] } } } },
    }));
    const client = { from: 'client', ms: 0, data: { json: { text: '{{cwd}}' } } } as const;
    const shown = withWrittenTexts([client, ...frames], ADA, SERVICE);
    assert.deepEqual(shown[0], client);
    assert.match(JSON.stringify(shown), /"\{\{cwd 1\/2\}\}".*"\{\{cwd 2\/2\}\}\/x"/);
    const said = shown.map((frame) => withSaid(frame, (text) => BOB.placed(text, '')));
    assert.match(JSON.stringify(said), /"\/builds".*"\/7\/app\/x"/);
  });
});

describe('requests that say what an answer has quoted', () => {
  const asked = (places: Places, contents: JsonValue): RecordedRequest =>
    requestOf(
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

  it('are the same everywhere, in pieces and as one text', () => {
    const pieces = ['See /home/a', 'da/project/x'];
    for (const texts of [pieces, [pieces.join('')]]) {
      const contents = texts.map((text) => ({ role: 'model', parts: [{ text }] }));
      const before = asked(ADA, contents);
      assert.equal(before.body.kind, 'json');
      const json = before.body.kind === 'json' ? before.body.json : null;
      assert.doesNotMatch(JSON.stringify(json), /home|ada/);
      const { contents: there = null } = changed(json, (text) => BOB.placed(text)) as {
        contents?: JsonValue;
      };
      assert.deepEqual(asked(BOB, there), before);
    }
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
