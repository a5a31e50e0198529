import assert from 'node:assert/strict';
import { fits } from '../support/answers.mjs';
import { listAndDelete } from '../support/methods.mjs';

/** @typedef {import('../support/methods.mjs').Given} Given */
/** @typedef {import('../support/methods.mjs').Calls} Calls */

/** Asked again, the SDK would wait for seconds. */
const ONCE = { retries: { strategy: 'none' } };
const DEEP = 'deep-research-preview-04-2026';
const CODER = 'antigravity-preview-09-2026';

/** @param {Given} given */
const agent = ({ ai }) =>
  ai.agents.create({
    base_agent: CODER,
    description: 'Counts geese',
    system_instruction: 'Count.',
    tools: [{ type: 'code_execution' }, { type: 'google_search' }],
    agent_config: { type: 'antigravity', max_total_tokens: '5000' },
    base_environment: { type: 'remote', network: 'disabled' },
  });

/** Agents of one's own. @type {Calls} */
export const agentCalls = {
  ...listAndDelete('agents', agent, fits),
  'agents.create': async (given) => {
    const { id, base_agent } = await fits('agents.create', await agent(given));
    assert.equal(base_agent, CODER);
    const asked = { agent: id, input: 'How many?', background: true };
    const { agent: answering } = await given.ai.interactions.create(asked);
    assert.equal(answering, id);
  },
  'agents.get': async (given) => {
    const made = await agent(given);
    const got = await fits('agents.get', await given.ai.agents.get(made.id));
    assert.deepEqual(got.tools, made.tools);
  },
};

const NOTES = 'The geese left in May.\n';
const SOURCES = [{ type: 'inline', content: NOTES, target: 'notes/geese.txt' }];

/** @param {Given} given */
const environment = ({ ai }) =>
  ai.environments.create({
    sources: SOURCES,
    network: { allowlist: [{ domain: 'tides.example' }] },
  });

/** Environments and their files. @type {Calls} */
export const environmentCalls = {
  ...listAndDelete('environments', environment, fits),
  'environments.create': async (given) => {
    const made = await fits('environments.create', await environment(given));
    assert.equal(made.status, 'active');
    const copy = await given.ai.environments.create({ from_environment: made.id });
    assert.equal((await fits('environments.create', copy)).file_count, made.file_count);
  },
  'environments.get': async (given) => {
    const { id } = await environment(given);
    const got = await fits('environments.get', await given.ai.environments.get(id));
    assert.deepEqual(got.sources, SOURCES);
  },
  'environments.files.list': async (given) => {
    const { id } = await environment(given);
    const { files } = given.ai.environments;
    const top = await fits(
      'environments.files.list',
      await files.list({ environment: id, path: '' }),
    );
    assert.deepEqual(
      top.files.map((/** @type {any} */ one) => [one.name, one.type]),
      [['notes', 'directory']],
    );
    const all = await files.list({ environment: id, path: 'notes', recursive: true });
    assert.equal((await fits('environments.files.list', all)).files[0].path, 'notes/geese.txt');
  },
  'environments.files.download': async (given) => {
    const { id } = await environment(given);
    const { files } = given.ai.environments;
    const file = await files.download({ environment: id, path: 'notes/geese.txt' });
    assert.equal(Buffer.from(file).toString(), NOTES);
    const folder = await files.download({ environment: id, path: 'notes' });
    assert.match(Buffer.from(folder).toString('latin1'), /geese\.txt\0[^]*The geese left/);
  },
  'environments.files.upload': async (given) => {
    const { id: environment } = await given.ai.environments.create({});
    const { files } = given.ai.environments;
    const path = 'charts/tides №1.csv';
    const file = new Blob(['hour,metres\n6,1.2\n'], { type: 'text/csv' });
    const told = await files.upload({ environment, path, file });
    const [made] = (await fits('environments.files.upload', told)).files;
    assert.deepEqual([made.path, made.mime_type], [path, 'text/csv']);
    await assert.rejects(files.upload({ environment, path, file }, ONCE), { status: 409 });
    const longer = Buffer.alloc(8 * 1024 * 1024 + 1, 'x');
    await files.upload({ environment, path, file: longer, overwrite: true });
    const got = await files.download({ environment, path });
    assert.ok(Buffer.from(got).equals(longer));
  },
};

/** @param {Given} given */
const trigger = ({ ai }) =>
  ai.triggers.create({
    display_name: 'Each morning',
    schedule: '0 6 * * *',
    time_zone: 'Europe/Rome',
    interaction: { agent: DEEP, input: 'What is new in the harbour?' },
    max_consecutive_failures: 2,
  });

/** Triggers and their runs. @type {Calls} */
export const triggerCalls = {
  ...listAndDelete('triggers', trigger, fits),
  'triggers.create': async (given) => {
    const made = await fits('triggers.create', await trigger(given));
    assert.deepEqual([made.status, made.display_name], ['active', 'Each morning']);
  },
  'triggers.get': async (given) => {
    const { id } = await trigger(given);
    const got = await fits('triggers.get', await given.ai.triggers.get(id));
    assert.equal(got.interaction.agent, DEEP);
  },
  'triggers.update': async (given) => {
    const { id } = await trigger(given);
    const change = { display_name: 'Each evening', status: 'paused' };
    const told = await fits('triggers.update', await given.ai.triggers.update(id, change));
    assert.deepEqual([told.display_name, told.status], ['Each evening', 'paused']);
  },
  'triggers.run': async (given) => {
    const { id } = await trigger(given);
    const run = await fits('triggers.run', await given.ai.triggers.run(id));
    assert.deepEqual([run.trigger_id, run.status], [id, 'in_progress']);
    await given.ai.interactions.get(run.interaction_id);
  },
  'triggers.listExecutions': async (given) => {
    const { id } = await trigger(given);
    const run = await given.ai.triggers.run(id);
    const found = await given.ai.triggers.listExecutions(id);
    const { trigger_executions: runs } = await fits('triggers.listExecutions', found);
    assert.deepEqual(
      runs.map((/** @type {any} */ one) => one.id),
      [run.id],
    );
  },
};
