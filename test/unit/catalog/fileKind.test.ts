import assert from 'node:assert/strict';
import { localTime } from '../../../src/base/format';
import type { JsonObject } from '../../../src/api/schema/row';
import { resourceVerbs } from '../../../src/catalog/kindOperations';
import { kindRow } from '../../../src/catalog/kinds';
import type { Text } from '../../../src/catalog/text';
import { english } from '../../fakes/l10n';

const file = kindRow('file');
const NOW = Date.parse('2026-01-02T00:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HEX = 'ab'.repeat(32);

const shown = (value: Text | undefined) => value && english.t(value.message, ...value.args);
const endingIn = (ms: number): JsonObject => ({
  expirationTime: new Date(NOW + ms).toISOString(),
});
const described = (resource: JsonObject) => shown(file.description(resource, NOW));
const spoken = (resource: JsonObject) => shown(file.spoken(resource, NOW));

describe('rows of files', () => {
  const video = { mimeType: 'video/mp4', sizeBytes: '12345678', state: 'ACTIVE' };

  it('say type, size and time left in this order, and the state only where it is not active', () => {
    const kept = endingIn(80 * MINUTE);
    assert.equal(described({ ...video, ...kept }), '1 h 20 min left · video · 12 MB');
    assert.equal(
      described({ ...video, ...kept, state: 'PROCESSING' }),
      'processing · 1 h 20 min left · video · 12 MB',
    );
    assert.equal(described({ ...video, state: 'FAILED' }), 'failed · video · 12 MB');
    assert.equal(described({ sizeBytes: 'x', expirationTime: 7, state: 'toString' }), undefined);
  });

  it('are spoken with every word', () => {
    const told = spoken({ ...video, ...endingIn(80 * MINUTE) });
    assert.equal(told, 'video, 12 megabytes, 1 hour and 20 minutes left');
    assert.equal(spoken(endingIn(47 * HOUR)), '47 hours left');
    assert.equal(spoken(endingIn(61 * MINUTE)), '1 hour and 1 minute left');
    assert.equal(spoken(endingIn(60 * MINUTE)), '1 hour left');
  });

  it('tell hours, minutes in the last two of them, and when the time is over', () => {
    const left = (ms: number) => described(endingIn(ms));
    assert.deepEqual(
      [48 * HOUR, 2 * HOUR, 2 * HOUR - 1, 60 * MINUTE, 59 * MINUTE, 59_000, 0, -HOUR].map(left),
      [
        ...['48 h left', '2 h left', '1 h 59 min left', '1 h left', '59 min left'],
        ...['less than a minute left', 'expired', 'expired'],
      ],
    );
    // As the service writes it, with nanoseconds.
    assert.equal(described({ expirationTime: '2026-01-02T05:30:00.123456789Z' }), '5 h left');
  });

  it('say in how long they will say something else', () => {
    for (const left of [47.3 * HOUR, 2 * HOUR, 2 * HOUR - 1, 61_000, MINUTE, 3000]) {
      const resource = endingIn(left);
      const wait = file.changesIn?.(resource, NOW) ?? 0;
      const at = (ms: number) => shown(file.description(resource, NOW + ms));
      assert.ok(wait > 0, String(left));
      assert.equal(at(wait - 2), at(0), `${left} too late`);
      assert.notEqual(at(wait), at(0), `${left} too early`);
    }
    assert.equal(file.changesIn?.(endingIn(-1), NOW), undefined);
    assert.equal(file.changesIn?.({}, NOW), undefined);
  });

  it('are marked as failed, and under two hours before they are deleted', () => {
    const tone = (resource: JsonObject, now?: number) => file.badge?.(resource, now)?.tone;
    assert.equal(tone(endingIn(2 * HOUR), NOW), undefined);
    assert.equal(tone(endingIn(2 * HOUR - 1), NOW), 'warning');
    assert.equal(tone(endingIn(-1), NOW), 'warning');
    assert.equal(tone({ ...endingIn(HOUR), state: 'FAILED' }, NOW), 'error');
    assert.equal(tone({ state: 'FAILED' }), 'error');
    assert.equal(tone(endingIn(HOUR)), undefined);
  });

  it('tell sizes in decimal units', () => {
    const size = (bytes: string) => described({ sizeBytes: bytes });
    assert.deepEqual(
      ['0', '7', '999', '1000', '9949', '9950', '999499', '999950', '2147483648', '1e15'].map(size),
      [
        ...['0 bytes', '7 bytes', '999 bytes', '1.0 KB', '9.9 KB', '10 KB', '999 KB', '1.0 MB'],
        ...['2.1 GB', '1000000 GB'],
      ],
    );
    assert.equal(size('-1'), undefined);
  });

  it('know what the content is by its MIME type', () => {
    const types = {
      'video/mp4': 'video',
      'audio/mpeg': 'audio',
      'IMAGE/PNG': 'image',
      'application/pdf': 'PDF',
      'text/plain; charset=utf-8': 'text',
      'text/x-python': 'code',
      'application/json': 'code',
      'application/ld+json': 'code',
      'application/zip': 'archive',
      'application/octet-stream': 'other',
    };
    for (const [mimeType, word] of Object.entries(types)) {
      assert.equal(shown(file.type?.({ mimeType })), word, mimeType);
      assert.ok(file.icons?.({ mimeType }), mimeType);
    }
    assert.equal(file.type?.({}), undefined);
  });

  it('have all that is known in the tooltip', () => {
    const resource = {
      ...video,
      ...endingIn(80 * MINUTE),
      name: 'files/a',
      state: 'FAILED',
      error: { message: 'It could not be decoded.' },
      videoMetadata: { videoDuration: '774s' },
      sha256Hash: Buffer.from(HEX).toString('base64'),
      source: 'UPLOADED',
      uri: 'https://example.com/v1beta/files/a',
    };
    const rows = file
      .tooltip(resource, NOW)
      .map(({ label, value }) => [label.message, shown(value)]);
    assert.deepEqual(rows, [
      ['Name', 'files/a'],
      ['Type', 'video/mp4'],
      ['Size', '12 MB (12345678 bytes)'],
      ['State', 'failed'],
      ['Error', 'It could not be decoded.'],
      ['Duration', '774s'],
      ['Source', 'uploaded'],
      [
        'Deleted by the service',
        `${localTime(Date.UTC(2026, 0, 2, 1, 20))}, 1 hour and 20 minutes left`,
      ],
      ['SHA-256', HEX],
      ['Address for prompts', 'https://example.com/v1beta/files/a'],
    ]);
  });

  it('show the hash in hexadecimal, however the service writes it', () => {
    const hash = (sha256Hash: unknown) =>
      shown(
        file.tooltip({ sha256Hash } as JsonObject).find((row) => row.label.message === 'SHA-256')
          ?.value,
      );
    assert.equal(hash(Buffer.from(HEX, 'hex').toString('base64')), HEX);
    assert.equal(hash(HEX.toUpperCase()), HEX);
    for (const strange of ['', 'zz', 7, Buffer.from('x'.repeat(64)).toString('base64')]) {
      assert.equal(hash(strange), undefined, String(strange));
    }
  });

  it('are counted with what they take of the quota, as far as they are loaded', () => {
    const sum = (sizes: readonly string[], isWhole = true) => {
      const found = file.summary?.(
        sizes.map((sizeBytes) => ({ sizeBytes })),
        isWhole,
      );
      return found && [shown(found.short), shown(found.spoken)];
    };
    assert.equal(sum([]), undefined);
    assert.deepEqual(sum(['700000000', '500000000', 'x']), [
      '3 files · 1.2 of 20 GB',
      '3 files, 1.2 of 20 gigabytes used',
    ]);
    assert.deepEqual(sum(['12000000']), [
      '1 file · 12 MB of 20 GB',
      '1 file, 12 megabytes of 20 gigabytes used',
    ]);
    assert.equal(sum(['7', '8'], false)?.[0], 'at least 2 files · 15 bytes of 20 GB');
  });

  it('offer a download only where the service has one', () => {
    const can = (resource: JsonObject) => resourceVerbs('file', 'v1beta', resource);
    assert.ok(!can(video).includes('downloadFile'));
    assert.ok(can({ downloadUri: 'https://example.com/x' }).includes('downloadFile'));
  });
});
