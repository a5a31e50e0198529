import assert from 'node:assert/strict';
import { isObject, items } from '../../../src/base/json';
import { control, rawExchange, useEmulator } from './wire';

describe('emulator: live sessions', () => {
  const emulator = useEmulator();
  const open = (path: string, extra = ''): Promise<string> =>
    rawExchange(
      emulator(),
      `GET ${path} HTTP/1.1\r\nhost: ${new URL(emulator().baseUrl).host}\r\n` +
        'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
        `sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${extra}\r\n`,
    );

  it('are opened and closed at once with a reason, with one slash and with two', async () => {
    const rest = 'ws/google.ai.generativelanguage.v1.GenerativeService.BidiGenerateContent';
    for (const path of [`/${rest}?key=x`, `//${rest}`, `/${rest}Constrained?access_token=x`]) {
      const answer = await open(path);
      assert.match(answer, /^HTTP\/1\.1 101 /);
      // That of the key in RFC 6455, 1.3.
      assert.match(answer, /sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/);
      const frame = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
      assert.equal(frame[0], 0x88);
      assert.equal(frame[1], frame.length - 2);
      assert.equal(frame.readUInt16BE(2), 1011);
      assert.match(frame.subarray(4).toString(), /^The emulator does not serve live sessions\./);
    }
  });

  it('are not for other paths, nor for pages of other origins', async () => {
    assert.match(await open('/v1beta/models'), /^HTTP\/1\.1 404 /);
    const path = '/ws/google.ai.generativelanguage.v1.GenerativeService.BidiGenerateContent';
    assert.match(await open(path, 'origin: https://evil.example\r\n'), /^HTTP\/1\.1 403 /);
    const { entries } = await control(emulator(), 'GET', 'log');
    const logged = items(entries).map((entry) => isObject(entry) && entry.status);
    assert.deepEqual(logged.slice(-2), [404, 403]);
  });
});
