import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentCalls, environmentCalls, triggerCalls } from './calls/agents.mjs';
import { decisionCalls } from './calls/decisions.mjs';
import { interactionCalls } from './calls/interactions.mjs';
import { modelCalls } from './calls/models.mjs';
import { liveCalls, tuningCalls } from './calls/others.mjs';
import { batchCalls, cacheCalls, fileCalls } from './calls/resources.mjs';
import { credentialCalls, voiceCalls, webhookCalls } from './calls/secrets.mjs';
import { storeCalls } from './calls/stores.mjs';
import { clientOf, useEmulator } from './support/emulator.mjs';
import { publicMethods } from './support/methods.mjs';

/** @type {import('./support/methods.mjs').Calls} */
const calls = {
  ...modelCalls,
  ...cacheCalls,
  ...fileCalls,
  ...batchCalls,
  ...storeCalls,
  ...tuningCalls,
  ...liveCalls,
  ...interactionCalls,
  ...agentCalls,
  ...environmentCalls,
  ...triggerCalls,
  ...decisionCalls,
  ...webhookCalls,
  ...credentialCalls,
  ...voiceCalls,
};

describe('@google/genai: every method, in v1 as it has by default', () => {
  // It knows no sign-in, which tuned models ask for.
  const emulator = useEmulator([
    '--tuned-models-accept-keys',
    '--batch-speed',
    '1000',
    '--interaction-speed',
    '100000',
  ]);
  /** @returns {any} */
  const client = () => clientOf(emulator(), /** @type {any} */ ({ apiVersion: undefined }));
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-calls-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [method, call] of Object.entries(calls)) {
    it(method, () => call({ ai: client(), emulator: emulator(), folder }));
  }

  it('is among them', () => {
    const ai = client();
    const objects = {
      models: ai.models,
      caches: ai.caches,
      files: ai.files,
      batches: ai.batches,
      fileSearchStores: ai.fileSearchStores,
      operations: ai.operations,
      tunings: ai.tunings,
      authTokens: ai.authTokens,
      live: ai.live,
      chats: ai.chats,
      interactions: ai.interactions,
      agents: ai.agents,
      triggers: ai.triggers,
      environments: ai.environments,
      'environments.files': ai.environments.files,
      webhooks: ai.webhooks,
      credentials: ai.credentials,
      voices: ai.voices,
      decisions: ai.decisions,
      'fileSearchStores.documents': ai.fileSearchStores.documents,
      'live.music': ai.live.music,
      chat: ai.chats.create({ model: 'emulator-flash' }),
    };
    const methods = Object.entries(objects).flatMap(([name, object]) =>
      publicMethods(object).map((method) => `${name}.${method}`),
    );
    assert.deepEqual(Object.keys(calls).sort(), methods.sort());
  });
});
