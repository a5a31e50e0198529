import assert from 'node:assert/strict';
import { readRules } from '../../../../src/emulator/answers/read';
import { faultProblem } from '../../../../src/emulator/faultKinds';

const read = (text: string): ReturnType<typeof readRules> =>
  readRules(text, { file: 'a.mocks.jsonc', folder: '.', faultProblem });

/** What is wrong, each as `line:column message`. */
const problems = (text: string): readonly string[] =>
  read(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

const ofAnswer = (answer: string): readonly string[] =>
  problems(`{"mocks":[{"response":${answer}}]}`).map((text) => text.replace(/^\S+ /, ''));

describe('emulator: files of rules', () => {
  it('may have comments and commas at the end, and give rules the lines that they begin in', () => {
    const { rules, problems: wrong } = read(`// What the tests are about.
{
  "mocks": [
    { "name": "first", "when": { "user": "Hi" }, "response": { "text": "Ho" } },
    /* the rest */
    { "response": "generate", },
  ],
}`);
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      rules.map(({ label, line }) => [label, line]),
      [
        ['first (a.mocks.jsonc:4)', 4],
        ['a.mocks.jsonc:6', 6],
      ],
    );
  });

  it('are told all that is wrong with them, by line and column, with the names that are near', () => {
    const text = `{
  "rulez": [],
  "mocks": [
    { "when": { "usr": "Hi", "turn": "first" }, "response": { "txt": "a" } },
    { "when": { "operation": "models.generateContents" }, "response": { "finish": "STOPP" } },
    { "when": { "body": { "contents": 1 } }, "response": "generated" },
    { "when": { "user": { "regex": "(" } } }
  ]
}`;
    const found = problems(text);
    assert.deepEqual(found.slice(0, -1), [
      '2:3 Unknown field “rulez”. Valid fields: $schema, waits, mocks.',
      '4:17 Unknown field “usr”. Did you mean “user”?',
      '4:38 Expected a number, but got a string.',
      '4:63 Unknown field “txt”. Did you mean “text”?',
      '5:30 Unknown value “models.generateContents”. Did you mean “models.generateContent”?',
      '5:83 Unknown value “STOPP”. Did you mean “STOP”?',
      '6:25 contents isn’t a path such as $.contents[-1].parts[0].text.',
      '6:58 Unknown value “generated”. Did you mean “generate”?',
    ]);
    assert.match(found.at(-1) ?? '', /^7:36 Invalid regular expression: .*\(/);
    assert.deepEqual(read(text).rules, []);
  });

  it('are told where they are no JSON', () => {
    assert.deepEqual(problems('{ "mocks": [\r\n  { "response" "generate" }\r\n] }'), [
      '2:16 Invalid JSON: colon expected.',
    ]);
    assert.deepEqual(problems(''), ['1:1 Invalid JSON: value expected.']);
    assert.deepEqual(problems('[]'), ['1:1 Expected an object, but got a list.']);
  });

  it('say what they answer in one way', () => {
    for (const [answer, problem] of [
      ['{}', /^The response is empty/],
      ['{"raw":{},"text":"a"}', /^raw can’t be combined with text\.$/],
      ['{"text":"a","json":1}', /^text can’t be combined with json\.$/],
      ['{"text":"a","retryDelay":"2s"}', /^retryDelay requires error/],
      ['{"error":503,"retryDelay":"soon"}', /^soon isn’t a duration such as 2s/],
      ['{"error":200}', /^It must be from 400 to 599\.$/],
      ['{"text":"a","after":2}', /^after requires fault/],
      ['{"fault":"explode"}', /^kind must be one of status, quota/],
      ['{"text":"{{name}}"}', /^\{\{name\}\} isn’t a template\. .*\{\{user\}\}/],
      ['{"file":"none.json"}', /^The file none\.json doesn’t exist in/],
      ['{"file":"README.md"}', /^README\.md must contain a JSON object/],
      ['{"error":503,"headers":{"retry after":"2"}}', /Header name must be a valid HTTP token/],
      ['{"error":503,"headers":{"x-a":"2\\r\\nx-b: 3"}}', /Invalid character in header content/],
      ['{"pieces":[{"text":"a","call":{}}]}', /^A piece must have exactly one of/],
      ['{"pieces":[{"after":-1,"text":"a"}]}', /^It must be from 0 to 600000/],
    ] as const) {
      const [first = 'nothing'] = ofAnswer(answer);
      assert.match(first, problem, answer);
    }
  });

  it('keep the keys of rules that did not change', () => {
    const keys = (rules: string): readonly string[] =>
      read(`{"mocks":[${rules}]}`).rules.map(({ key }) => key);
    const [one, two] = ['{"response":{"text":"a"}}', '{"response":{"text":"b"}}'];
    const [first, second, third] = keys(`${one},${two},${one}`);
    assert.deepEqual(keys(`${two},${one}`), [second, first]);
    assert.notEqual(third, first);
  });
});
