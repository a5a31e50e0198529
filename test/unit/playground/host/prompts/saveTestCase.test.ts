import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/base/json';
import type { Conversation, ModelTurn } from '../../../../../src/conversation/model/conversation';
import {
  expectationOf,
  saveTestCase,
} from '../../../../../src/playground/host/prompts/saveTestCase';
import { sha256 } from '../../../../../src/playground/host/prompts/promptFiles';
import { readPromptTests } from '../../../../../src/testing/promptTests';
import { FakePromptFiles } from './fakePromptFiles';
import { conversation, model, user } from '../../../conversation/samples';
import { type TestSession, World } from '../../../conversation/world';

const URI = 'file:///folder/kite.prompt.json';
const FILE = `{
    "format": 1,
    "model": "models/test",
    "messages": [{ "role": "user", "text": "Describe {{animal}}" }],
    "owner": "me"
}
`;
const ASKED = {
  ...user('Describe a kite'),
  template: { text: 'Describe {{animal}}', variables: { animal: 'a kite' } },
};

describe('saving an answer as a test case', () => {
  let world: World;
  let files: FakePromptFiles;

  beforeEach(() => {
    world = new World();
    files = new FakePromptFiles();
    files.texts.set(URI, FILE);
  });

  async function open(over: Partial<Conversation> = {}): Promise<TestSession> {
    const turns = [ASKED, model([{ text: 'A kite is a bird. It glides.' }])];
    const begun = { turns, promptFile: URI, promptSha256: sha256(FILE), ...over };
    return await world.openWith({ conversation: conversation(begun) });
  }

  async function save(session: TestSession, turn?: string, isTrusted = true): Promise<void> {
    const { prompts } = world;
    const { signal } = new AbortController();
    const parts = { files, prompts, isTrusted: () => isTrusted };
    await saveTestCase({ ...parts, progress: (_, work) => work(signal) }, session, turn);
  }

  const written = (): JsonObject => JSON.parse(files.texts.get(URI) ?? '') as JsonObject;

  it('adds one with the values of its variables to its file, which stays as it is written', async () => {
    const session = await open({ variables: { animal: 'a gull' } });
    await save(session);
    const added = `,
    "cases": [
      {
        "name": "a kite",
        "variables": {
          "animal": "a kite"
        },
        "expect": [
          {
            "type": "contains",
            "value": "A kite is a bird."
          }
        ]
      }
    ]
}
`;
    const text = files.texts.get(URI) ?? '';
    assert.equal(text.slice(0, FILE.length - 3), FILE.slice(0, -3));
    assert.equal(
      text.slice(FILE.length - 3).replaceAll(/\s+/g, ' '),
      added.replaceAll(/\s+/g, ' '),
    );
    assert.deepEqual(JSON.parse(files.selected ?? ''), {
      type: 'contains',
      value: 'A kite is a bird.',
    });
    const { cases, problems } = readPromptTests(text, URI);
    assert.deepEqual([cases.length, problems], [1, []]);
    assert.equal(session.conversation.promptSha256, sha256(text));
  });

  it('adds another one after those that are there, under a name of its own', async () => {
    const session = await open();
    await save(session);
    await save(session, 'm1');
    const { cases } = readPromptTests(files.texts.get(URI) ?? '', URI);
    assert.deepEqual(
      cases.map((one) => one.case.name),
      ['a kite', 'a kite (2)'],
    );
    assert.deepEqual(world.prompts.asked, []);
  });

  it('asks where to save a prompt file first where the conversation has none', async () => {
    const turns = [user('Hi'), model([{ text: 'Hello!' }]), user('And?', 'u2')];
    const { promptFile: _, promptSha256: _hash, ...begun } = conversation({ turns });
    const session = await world.openWith({ conversation: begun });
    await save(session);
    assert.equal(files.texts.get(URI), FILE);
    files.texts.delete(URI);
    files.chosen = URI;
    await save(session);
    const { messages, cases } = written();
    assert.deepEqual(messages, [{ role: 'user', text: 'Hi' }]);
    assert.deepEqual(cases, [
      { name: 'Test case 1', expect: [{ type: 'contains', value: 'Hello!' }] },
    ]);
    assert.equal(session.conversation.promptFile, URI);
  });

  it('asks what to do where the file asks something else', async () => {
    const more = [ASKED, model([{ text: 'A bird.' }]), user('Why?', 'u2')];
    const session = await open({ turns: [...more, model([{ text: 'It has wings.' }], {}, 'm2')] });
    world.prompts.answer(undefined);
    await save(session);
    assert.equal(files.texts.get(URI), FILE);
    assert.match(
      JSON.stringify(world.prompts.asked),
      /\[\{"kind":"confirm","text":"kite\.prompt\.json sends a different prompt than this conversation\./,
    );
    await save(session, 'm1');
    assert.deepEqual((written().cases as readonly JsonObject[])[0]?.expect, [
      { type: 'contains', value: 'A bird.' },
    ]);
  });

  it('writes nothing where there is no answer, no trust, or no list', async () => {
    await assert.rejects(save(await open({ turns: [ASKED] })), { reason: 'noAnswer' });
    await assert.rejects(save(await open(), undefined, false), { reason: 'notTrusted' });
    files.texts.set(URI, FILE.replace('"owner": "me"', '"cases": "none"'));
    await assert.rejects(save(await open()), { reason: 'badPrompt' });
    assert.equal(files.selected, undefined);
  });
});

describe('what is expected of answers like one', () => {
  function of(answer: ModelTurn): readonly JsonObject[] {
    const expect = expectationOf(answer);
    const file = { ...(JSON.parse(FILE) as JsonObject), cases: [{ expect }] };
    assert.deepEqual(readPromptTests(JSON.stringify(file), URI).problems, []);
    return expect;
  }

  it('is its first sentence with a word in it, thoughts aside', () => {
    const thought = { text: 'Hm. What?', thought: true };
    assert.deepEqual(of(model([thought, { text: '## \n\n Kites fly. So do gulls.' }])), [
      { type: 'contains', value: 'Kites fly.' },
    ]);
    const long = 'so and '.repeat(100);
    const [check] = of(model([{ text: long }]));
    assert.ok(String(check?.value).length <= 200 && long.startsWith(String(check?.value)));
    assert.deepEqual(of(model([{ text: '42' }])), [{ type: 'contains', value: '42' }]);
    assert.deepEqual(of(model([thought])), []);
  });

  it('is what stands in its JSON, also in a block of code', () => {
    const json = '{"price": 3, "tags": ["a b"], "the name": "x", "no": null}';
    const checks = [
      { type: 'jsonPath', path: '$.price', value: 3 },
      { type: 'jsonPath', path: '$.tags[0]', value: 'a b' },
      { type: 'jsonPath', path: '$["the name"]', value: 'x' },
      { type: 'jsonPath', path: '$.no', value: null },
    ];
    assert.deepEqual(of(model([{ text: json }])), checks);
    assert.deepEqual(of(model([{ text: `\`\`\`json\n${json}\n\`\`\`` }])), checks);
    assert.equal(of(model([{ text: '[1,2,3,4,5,6,7]' }])).length, 5);
    assert.deepEqual(of(model([{ text: '{}' }])), [
      { type: 'jsonSchema', schema: { type: 'object' } },
    ]);
  });
});
