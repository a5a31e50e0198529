import assert from 'node:assert/strict';
import { readRules } from '../../../../src/emulator/answers/read';
import { faultProblem } from '../../../../src/emulator/faultKinds';

const read = (text: string): ReturnType<typeof readRules> =>
  readRules(text, { file: 'a.answers.jsonc', folder: '.', faultProblem });

/** What is wrong, each as `line:column message`. */
const problems = (text: string): readonly string[] =>
  read(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

const ofAnswer = (answer: string): readonly string[] =>
  problems(`{"rules":[{"answer":${answer}}]}`).map((text) => text.replace(/^\S+ /, ''));

describe('emulator: files of rules', () => {
  it('may have comments and commas at the end, and give rules the lines that they begin in', () => {
    const { rules, problems: wrong } = read(`// What the tests are about.
{
  "rules": [
    { "name": "first", "when": { "user": "Hi" }, "answer": { "text": "Ho" } },
    /* the rest */
    { "answer": "generate", },
  ],
}`);
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      rules.map(({ label, line }) => [label, line]),
      [
        ['first (a.answers.jsonc:4)', 4],
        ['a.answers.jsonc:6', 6],
      ],
    );
  });

  it('are told what stands in them twice, as only one of both would count', () => {
    const text = '{"rules":[{"answer":"generate","when":{"turn":1,"turn":2}}],"rules":[]}';
    assert.deepEqual(problems(text), [
      '1:49 turn stands here twice.',
      '1:61 rules stands here twice.',
    ]);
  });

  it('may begin with the mark of some editors, and have the line ends of others', () => {
    const text = '\ufeff{ "rules": [\r\n  { "answer": "generate" } ] }';
    assert.deepEqual(
      read(text).rules.map(({ line }) => line),
      [2],
    );
    assert.deepEqual(problems('\ufeff[]'), ['1:1 This must be an object, and is a list.']);
  });

  it('are told all that is wrong with them, by line and column, with the names that are near', () => {
    const text = `{
  "rulez": [],
  "rules": [
    { "when": { "usr": "Hi", "turn": "first" }, "answer": { "txt": "a" } },
    { "when": { "operation": "models.generateContents" }, "answer": { "finish": "STOPP" } },
    { "when": { "body": { "contents": 1 } }, "answer": "generated" },
    { "when": { "user": { "regex": "(" } } }
  ]
}`;
    const found = problems(text);
    assert.deepEqual(found.slice(0, -1), [
      '2:3 There is no field “rulez” here. Did you mean “rules”?',
      '4:17 There is no field “usr” here. Did you mean “user”?',
      '4:38 This must be a number, and is a text.',
      '4:61 There is no field “txt” here. Did you mean “text”?',
      '5:30 There is no “models.generateContents” here. Did you mean “models.generateContent”?',
      '5:81 There is no “STOPP” here. Did you mean “STOP”?',
      '6:25 contents is no path such as $.contents[-1].parts[0].text.',
      '6:56 There is no “generated” here. Did you mean “generate”?',
    ]);
    assert.match(found.at(-1) ?? '', /^7:36 It is no regular expression: .*\(/);
    assert.deepEqual(read(text).rules, []);
  });

  it('are told where they are no JSON', () => {
    assert.deepEqual(problems('{ "rules": [\r\n  { "answer" "generate" }\r\n] }'), [
      '2:14 This is no JSON: colon expected.',
    ]);
    assert.deepEqual(problems(''), ['1:1 This is no JSON: value expected.']);
    assert.deepEqual(problems('[]'), ['1:1 This must be an object, and is a list.']);
  });

  it('count turns from 1', () => {
    const rules = (turn: number): string =>
      JSON.stringify({ rules: [{ when: { turn }, answer: 'generate' }] });
    for (const turn of [0, -1, 1.5]) {
      assert.match(problems(rules(turn))[0] ?? '', /It must be a whole number from /);
    }
    assert.deepEqual(problems(rules(1)), []);
  });

  it('say what they answer in one way', () => {
    for (const [answer, problem] of [
      ['{}', /^It answers nothing/],
      ['{"raw":{},"text":"a"}', /^raw can't stand beside text\.$/],
      ['{"raw":{},"file":"package.json"}', /^raw can't stand beside file\.$/],
      ['{"text":"a","pieces":[]}', /^pieces stand in place of thought, text/],
      ['{"text":"a","json":1}', /^text can't stand beside json\.$/],
      ['{"text":"a","retryDelay":"2s"}', /^retryDelay belongs to an error/],
      ['{"error":503,"retryDelay":"soon"}', /^soon is no time such as 2s/],
      ['{"error":200}', /^It must be from 400 to 599\.$/],
      ['{"error":"NOT_FOUN"}', /Did you mean “NOT_FOUND”\?$/],
      ['{"text":"a","after":2}', /^after belongs to a fault/],
      ['{"fault":"explode"}', /^kind must be one of status, quota/],
      ['{"fault":{"kind":"reset","speed":1}}', /^A fault of kind reset has no speed/],
      ['{"text":"{{name}}"}', /^\{\{name\}\} is no template: .*\{\{user\}\}/],
      ['{"json":{"a":["{{$.}}"]}}', /^\{\{\$\.\}\} is no template/],
      ['{"file":"none.json"}', /^There is no file none\.json in/],
      ['{"file":"src"}', /^There is no file src in/],
      ['{"file":"README.md"}', /^README\.md is no JSON of an object/],
      ['{"pieces":[{"media":{"file":"none.png"}}]}', /^There is no file none\.png/],
      ['{"error":503,"headers":{"retry after":"2"}}', /Header name must be a valid HTTP token/],
      ['{"error":503,"headers":{"x-a":"2\\r\\nx-b: 3"}}', /Invalid character in header content/],
      [
        '{"fault":{"kind":"page","status":99}}',
        /^status must be a whole number from 200 to 599\.$/,
      ],
      ['{"fault":{"kind":"status","status":304}}', /^status must be a whole number from 400/],
      ['{"fault":{"kind":"page","headers":{"ü":"x"}}}', /Header name must be a valid HTTP token/],
      ['{"pieces":[{"text":"a","call":{}}]}', /^A piece has one of/],
      ['{"pieces":[{"after":5}]}', /^A piece has one of/],
      ['{"pieces":[{"after":-1,"text":"a"}]}', /^It must be from 0 to 600000/],
    ] as const) {
      const [first = 'nothing'] = ofAnswer(answer);
      assert.match(first, problem, answer);
    }
  });

  it('have answers that go with their operations, and with one another', () => {
    for (const [rule, problem] of [
      ['{}', /either answer or answers/],
      ['{"answer":"generate","answers":["generate"]}', /either answer or answers/],
      ['{"answers":[]}', /at least one/],
      ['{"answer":"generate","then":"cycle"}', /cycle needs answers/],
      [
        '{"when":{"operation":"files.list"},"answer":{"text":"a"}}',
        /files\.list is not answered by a model/,
      ],
      [
        '{"when":{"operation":"files.list"},"answer":"fail"}',
        /files\.list is not answered by a model/,
      ],
    ] as const) {
      assert.match(problems(`{"rules":[${rule}]}`)[0] ?? 'nothing', problem, rule);
    }
  });

  it('keep the keys of rules that did not change', () => {
    const keys = (rules: string): readonly string[] =>
      read(`{"rules":[${rules}]}`).rules.map(({ key }) => key);
    const [one, two] = ['{"answer":{"text":"a"}}', '{"answer":{"text":"b"}}'];
    const [first, second, third] = keys(`${one},${two},${one}`);
    assert.deepEqual(keys(`${two},${one}`), [second, first]);
    assert.notEqual(third, first);
  });
});
