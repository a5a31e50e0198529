import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import {
  type PastedDelivery,
  checkDelivery,
  checkSignature,
  looksLikeDelivery,
  parseDelivery,
} from '../../../../src/resources/webhooks/checkDelivery';
import { fakeRoom } from '../../../fakes/room';

// What the documents of the service sign with: the bytes behind `whsec_`.
const KEY = Buffer.from('canary-of-the-harbour-0123456789');
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = '{"type":"batch.succeeded","version":"v1","data":{"id":"batches/x"}}';
const TIME = '1769860800';

function signed(body = BODY, key = KEY): string {
  const mark = createHmac('sha256', key).update(`msg_1.${TIME}.${body}`).digest('base64');
  return [
    'POST /hook HTTP/1.1',
    'Host: hooks.example',
    'Webhook-Id: msg_1',
    `webhook-timestamp: ${TIME}`,
    `webhook-signature: v1,bm9uc2Vuc2U= v1,${mark}`,
    'content-type: application/json',
    '',
    body,
  ].join('\n');
}

function parsed(text: string): PastedDelivery {
  const delivery = parseDelivery(text);
  assert.ok(!('lacks' in delivery));
  return delivery;
}

describe('a delivery that was pasted', () => {
  it('is read out of headers among others, and the body behind them', () => {
    const { id, timestamp, body } = parsed(signed());
    assert.deepEqual([id, timestamp, body], ['msg_1', TIME, BODY]);
    const json = `"webhook-id": "msg_1",\r\n"webhook-timestamp": "${TIME}",\r\n"webhook-signature": "v1,eA=="\r\n\r\n${BODY}`;
    assert.deepEqual(parsed(json), {
      id: 'msg_1',
      timestamp: TIME,
      signature: 'v1,eA==',
      body: BODY,
    });
    assert.ok(looksLikeDelivery(signed()));
    assert.ok(!looksLikeDelivery('Nothing about webhook-id here.'));
  });

  it('is right with its secret only, also where an editor has ended its last line', () => {
    assert.equal(checkSignature(parsed(signed()), SECRET), 'right');
    assert.equal(checkSignature(parsed(`${signed()}\n`), ` ${SECRET}\n`), 'right');
    const lines = '{\n"type": "ping"\n}';
    assert.equal(checkSignature(parsed(signed(lines).replaceAll('\n', '\r\n')), SECRET), 'right');
    assert.equal(checkSignature(parsed(signed(lines)), SECRET), 'right');
    assert.equal(checkSignature(parsed(signed(BODY, Buffer.from('another'))), SECRET), 'wrong');
    assert.equal(
      checkSignature(parsed(signed().replace('batches/x', 'batches/y')), SECRET),
      'wrong',
    );
    assert.equal(checkSignature(parsed(signed().replace(TIME, '1769860801')), SECRET), 'wrong');
    assert.equal(checkSignature(parsed(signed()), ''), 'wrong');
    const token = signed().replace(/webhook-signature: .*/, 'webhook-signature: eyJ.eyJ.sig');
    assert.equal(checkSignature(parsed(token), SECRET), 'token');
  });
});

describe('checking a delivery', () => {
  const set = (text: string, ...answers: readonly (string | undefined)[]) => {
    const room = fakeRoom(() => ({}), ...answers);
    room.system.clipboard = text;
    return room;
  };
  const said = ({ prompts }: ReturnType<typeof fakeRoom>): readonly string[] =>
    prompts.asked.filter(({ kind }) => kind === 'notify').map(({ text }) => text);

  it('says that it was signed with the secret, how old it is, and keeps neither', async () => {
    const room = set(signed(), 'Clipboard', SECRET);
    room.clock.advance(Number(TIME) * 1000 - room.clock.now());
    await checkDelivery(room.room, []);
    assert.deepEqual(said(room), ['Delivery msg_1 (batch.succeeded) was signed with this secret.']);
    assert.equal(room.prompts.asked.find(({ kind }) => kind === 'input')?.password, true);
    const later = set(signed(), 'Clipboard', SECRET);
    later.clock.advance(Number(TIME) * 1000 + 3_600_000 - later.clock.now());
    await checkDelivery(later.room, []);
    assert.match(
      said(later)[0] ?? '',
      /Delivery msg_1 \(batch\.succeeded\) was signed with this secret\./,
    );
    for (const { log, told, prompts } of [room, later]) {
      const others = prompts.asked.filter(({ kind }) => kind !== 'input');
      assert.ok(!JSON.stringify([log, told, others]).includes(SECRET));
    }
  });

  it('says what a text lacks, and that no secret signs what one request asked for', async () => {
    const room = set('webhook-id: msg_1', 'Clipboard');
    await assert.rejects(
      checkDelivery(room.room, []),
      /The text has no webhook-timestamp header\./,
    );
    const token = signed().replace(/webhook-signature: .*/, 'webhook-signature: eyJ.eyJ.sig');
    const other = set(token, 'Clipboard', SECRET);
    await checkDelivery(other.room, []);
    assert.match(
      said(other)[0] ?? '',
      /Delivery msg_1 was signed with a server key, not a secret, because its webhook was set in a request\./,
    );
  });
});
