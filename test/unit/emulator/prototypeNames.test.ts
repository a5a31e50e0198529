import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { JsonObject } from '../../../src/api/schema/row';
import { examples } from '../wire/examples';
import { LiteralClient } from '../wire/literalClient';
import { preparation } from '../wire/preparation';
import { addTunedModels } from '../wire/tunedModels';
import { withMissing, withText, withUnknown } from './rowRequest';
import { ask, control, useEmulator } from './wire';

/** What every plain object answers to. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const UPLOAD = '/upload/v1beta/files';

describe('emulator: names that every object has', () => {
  const emulator = useEmulator({ prepare: addTunedModels });
  let client: LiteralClient;
  before(async () => {
    client = new LiteralClient(emulator());
    await client.prepare(preparation);
  });

  for (const name of NAMES) {
    for (const example of examples) {
      it(`${name} is nothing of ${example.name}`, async () => {
        const requests = [
          ...withUnknown(example, name).map(({ request }) => request),
          ...withMissing(example, name).map(({ request }) => request),
          ...withText(example, name),
        ];
        for (const request of requests) {
          const { status, text } = await client.send(request);
          assert.ok(status < 500, `${request.request} ${request.body ?? ''}: ${status} ${text}`);
          // Others run meanwhile.
          await turn();
        }
      });
    }

    it(`${name} is no protocol of an upload`, async () => {
      const file = { file: { displayName: 'a' } };
      for (const { path = '', headers = {} } of [
        { headers: { 'x-goog-upload-protocol': name } },
        { path: `?upload_protocol=${name}` },
        { path: `?uploadType=${name}` },
        { headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': name } },
        { path: `?upload_id=${name}`, headers: { 'x-goog-upload-command': name } },
      ]) {
        const { status, text } = await ask(emulator(), `${UPLOAD}${path}`, { body: file, headers });
        assert.equal(status, 400, `${path} ${JSON.stringify(headers)}: ${text}`);
      }
    });

    it(`${name} is nothing of the pages and the control API`, async () => {
      const { controlToken } = emulator();
      const headers = { 'x-emulator-control': controlToken };
      const bodies: readonly JsonObject[] = [
        { kind: name },
        { kind: 'status', [name]: 1 },
        { kind: 'status', operation: name },
        { seed: name },
        { [name]: name },
      ];
      for (const path of ['faults', 'seed', 'speed', 'sign-in', 'clock', 'models', 'key', name]) {
        for (const body of bodies) {
          const { status, text } = await ask(emulator(), `/$emulator/${path}`, { body, headers });
          assert.ok(status < 500, `${path} ${JSON.stringify(body)}: ${text}`);
        }
      }
      await control(emulator(), 'DELETE', 'faults');
      for (const path of [
        `/${name}`,
        `/${name}/models`,
        `/v1beta/${name}`,
        `/v1beta/models/emulator-flash:${name}`,
        `/token?${name}=1`,
        `/o/oauth2/v2/auth?response_type=${name}&scope=${name}&prompt=${name}`,
        `/tokeninfo?access_token=${name}`,
        `/$discovery/rest?version=${name}`,
        `/${name}?key=${name}&alt=${name}&callback=${name}`,
      ]) {
        for (const method of ['GET', 'POST', name.toUpperCase().replaceAll('_', 'X')]) {
          const { status, text } = await ask(emulator(), path, { method });
          assert.ok(status < 500, `${method} ${path}: ${text}`);
        }
      }
      const form = { grant_type: name, scope: name, code_challenge_method: name };
      const type = { 'content-type': 'application/x-www-form-urlencoded', origin: name };
      for (const path of ['/token', '/revoke', '/o/oauth2/v2/auth']) {
        const raw = new URLSearchParams(form).toString();
        const { status, text } = await ask(emulator(), path, { raw, headers: type });
        assert.ok(status < 500, `${path}: ${text}`);
      }
    });
  }
});
