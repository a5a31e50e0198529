import assert from 'node:assert/strict';
import type { KindId } from '../../../../src/catalog/kinds';
import { createResource } from '../../../../src/resources/create/createResource';
import { refusal } from '../memoryService';
import { BACK } from '../../../fakes/prompts';
import { fakeRoom } from '../../../fakes/room';

const MODEL = {
  name: 'models/gemini-3.8-flash',
  displayName: 'Flash',
  supportedGenerationMethods: ['createCachedContent'],
};
const FILES = [
  { name: 'files/a', uri: 'https://x/a', mimeType: 'application/pdf', state: 'ACTIVE' },
  { name: 'files/b', uri: 'https://x/b', mimeType: 'video/mp4', state: 'PROCESSING' },
];

/** What a form creates that is answered so. `refused`: how often it is refused first. */
async function fill(
  kind: KindId,
  answers: readonly (string | undefined)[],
  { text, refused = 0 }: { readonly text?: string; readonly refused?: number } = {},
) {
  let tries = 0;
  const found = fakeRoom(
    ({ id, input }) => {
      if (id === 'agents.list') return { agents: [{ id: 'pilot' }] };
      if (id === 'environments.list') return { environments: [{ id: 'e8k2' }] };
      if (id === 'models.list') return { models: [MODEL] };
      if (id === 'files.list') return { files: FILES };
      if (++tries <= refused) throw refusal(400, 'INVALID_ARGUMENT', 'No.');
      return { id: 't1', name: `${id}/t1`, ...(input.body as object | undefined) };
    },
    'Fill in a form',
    ...answers,
  );
  if (text !== undefined) found.editor.text = text;
  const at = { connection: 'aaaa1111', version: 'v1beta' } as const;
  await createResource(found.room, [{ ...at, kind, name: '', collection: true }]);
  const made = found.clients.calls.findLast(({ id }) => id.endsWith('.create'));
  return { prompts: found.prompts, body: made?.input.body };
}

describe('the form of a trigger', () => {
  const task = ['pilot', 'Report the tides.', 'e8k2'];

  it('asks for a schedule, a zone of a list, and a task, with a way back', async () => {
    const { body, prompts } = await fill('trigger', [
      'Tides',
      '0 9 * * 1-5',
      'Europe/Oslo',
      BACK,
      'Europe/Rome',
      ...task,
    ]);
    assert.deepEqual(prompts.problems, []);
    assert.deepEqual(body, {
      display_name: 'Tides',
      schedule: '0 9 * * 1-5',
      time_zone: 'Europe/Rome',
      interaction: { agent: 'pilot', input: 'Report the tides.' },
      environment_id: 'e8k2',
    });
    const zones = prompts.asked.find(({ choices }) => choices.includes('Europe/Rome'));
    assert.ok(zones?.choices.includes('UTC') && zones.choices.includes('Asia/Tokyo'));
  });

  for (const [schedule, hint] of [
    ['0 9,17 * * *', /^Next runs: \d{4}-\d\d-\d\d (09|17):00 and \d{4}-\d\d-\d\d (09|17):00\.$/],
    ['0 0 30 2 *', /^This schedule never runs\.$/],
  ] as const) {
    it(`explains ${schedule} while it is typed`, async () => {
      const { prompts } = await fill('trigger', ['', schedule, 'UTC', ...task]);
      assert.match(prompts.hints[1] ?? '', hint);
    });
  }

  it('has all answers again when the API refuses them', async () => {
    const again = ['Edit your input', 'Ebb', '0 8 * * *', 'UTC', ...task];
    const { body, prompts } = await fill(
      'trigger',
      ['Tides', '0 9 * * *', 'Asia/Tokyo', ...task, ...again],
      { refused: 1 },
    );
    assert.deepEqual(body, {
      display_name: 'Ebb',
      schedule: '0 8 * * *',
      time_zone: 'UTC',
      interaction: { agent: 'pilot', input: 'Report the tides.' },
      environment_id: 'e8k2',
    });
    const values = prompts.asked.flatMap(({ value }) => value ?? []);
    assert.ok(values.includes('Tides') && values.includes('Report the tides.'));
  });
});

describe('the form of cached content', () => {
  it('caches a file, a text, or what an editor shows', async () => {
    const rest = ['Answer in Latin.', '6 hours'];
    const parts = {
      a: { fileData: { fileUri: 'https://x/a', mimeType: 'application/pdf' } },
      'Text of the active editor': { text: 'const a = 1;' },
      'Enter text…': { text: 'A long text' },
    };
    for (const [choice, part] of Object.entries(parts)) {
      const typed = choice === 'Enter text…' ? ['A long text'] : [];
      const answers = ['Flash', 'Tides', choice, ...typed, ...rest];
      const { body, prompts } = await fill('cachedContent', answers, { text: 'const a = 1;' });
      assert.deepEqual(body, {
        model: MODEL.name,
        displayName: 'Tides',
        ttl: '21600s',
        contents: [{ role: 'user', parts: [part] }],
        systemInstruction: { parts: [{ text: 'Answer in Latin.' }] },
      });
      const offered = prompts.asked.find(({ choices }) => choices.includes('Enter text…'));
      assert.ok(offered && !offered.choices.includes('b'), 'It can’t be used yet.');
    }
  });
});

describe('the form of an environment', () => {
  for (const [answers, expected] of [
    [['Empty', 'All hosts'], { network: { allowlist: [{ domain: '*' }] } }],
    [
      ['Git repository', 'https://github.test/a', 'code', 'No network access'],
      {
        sources: [{ type: 'repository', source: 'https://github.test/a', target: 'code' }],
        network: 'disabled',
      },
    ],
    [
      ['Text file', 'Low at noon.', 'notes/tide.md', 'Some hosts…', '*.a.test, b.test'],
      {
        sources: [{ type: 'inline', content: 'Low at noon.', target: 'notes/tide.md' }],
        network: { allowlist: [{ domain: '*.a.test' }, { domain: 'b.test' }] },
      },
    ],
  ] as const) {
    it(`takes ${answers.join(', ')}`, async () => {
      const { body, prompts } = await fill('environment', answers);
      assert.deepEqual([body, prompts.problems], [expected, []]);
      assert.equal(prompts.unused, 0);
    });
  }

  it('leaves out the fields of a source that was chosen before going back', async () => {
    const answers = ['Git repository', BACK, 'Empty', 'All hosts'];
    const { body } = await fill('environment', answers);
    assert.deepEqual(body, { network: { allowlist: [{ domain: '*' }] } });
  });
});
