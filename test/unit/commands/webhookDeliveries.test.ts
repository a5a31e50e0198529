import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../src/catalog/ref';
import { showDeliveries } from '../../../src/commands/webhookDeliveries';
import { parseDelivery } from '../../../src/resources/webhooks/checkDelivery';
import { EMULATOR_ID } from '../../../src/service/connection';
import type { EmulatorDelivery } from '../../../src/service/emulatorControl';
import { FakePrompts } from '../../fakes/prompts';
import { FakeTextDocuments } from '../../fakes/textDocuments';

const night: ResourceRef = {
  connection: EMULATOR_ID,
  version: 'v1',
  kind: 'webhook',
  name: 'webhooks/night1',
};
const sent: EmulatorDelivery = {
  id: 'msg_1',
  webhook: night.name,
  uri: 'http://127.0.0.1:8080/hook',
  type: 'ping',
  state: 'sent',
  attempts: 1,
  status: 200,
  problem: '',
  next: '',
  created: '2026-11-20T08:00:00.000000Z',
  body: '{"type":"ping"}',
  headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '7', 'webhook-signature': 'v1,eA==' },
};
const refused: EmulatorDelivery = {
  ...sent,
  id: 'msg_2',
  type: 'batch.failed',
  state: 'refused',
  attempts: 1,
  headers: {},
  webhook: 'webhooks/other',
  problem: 'The emulator sends webhooks only to this machine.',
};

function setUp(all: readonly EmulatorDelivery[], ...answers: readonly (string | undefined)[]) {
  const prompts = new FakePrompts(...answers);
  const documents = new FakeTextDocuments();
  const again: string[] = [];
  const executed: string[] = [];
  const deps = {
    prompts,
    documents,
    execute: (command: string) => {
      executed.push(command);
      return Promise.resolve();
    },
    list: () => Promise.resolve(all),
    sendAgain: (id: string) => {
      again.push(id);
      return Promise.resolve();
    },
  };
  return { deps, prompts, documents, again, executed };
}

describe('the last deliveries', () => {
  it('open as their receiver got them, in the form that a check takes', async () => {
    const { deps, prompts, documents } = setUp([refused, sent], 'ping', 'Open');
    await showDeliveries(deps, night);
    assert.deepEqual(prompts.asked[0]?.choices, ['ping']);
    const [text = ''] = documents.texts;
    assert.match(text, /^# Delivered: 1 attempt, responded with 200\nPOST http:\/\/127/);
    assert.deepEqual(parseDelivery(text), {
      id: 'msg_1',
      timestamp: '7',
      signature: 'v1,eA==',
      body: '{"type":"ping"}\n',
    });
  });

  it('are sent again, and shown again after that', async () => {
    const { deps, again, prompts } = setUp([sent], 'ping', 'Resend', undefined);
    await showDeliveries(deps, night);
    assert.deepEqual(again, ['msg_1']);
    assert.equal(prompts.asked.length, 3);
  });

  it('are known of the emulator only, and others can be checked', async () => {
    const { deps, prompts, executed } = setUp([sent]);
    prompts.pressed.add('Verify Webhook Signature…');
    await showDeliveries(deps, { ...night, connection: 'aaaa1111' });
    assert.match(
      prompts.asked[0]?.text ?? '',
      /Only the built-in emulator lists deliveries\. To verify a/,
    );
    assert.deepEqual(executed, ['generativeLanguage.checkDelivery']);
  });
});
