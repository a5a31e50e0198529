import assert from 'node:assert/strict';
import { ConnectProxy } from '../../fakes/connectProxy';
import { selfSigned } from '../../fakes/certificate';
import { ask, asked, MODEL, type Recording, RecordingStage } from './recorded';

const HOST = 'service.test';

describe('recording through a proxy that is told while the emulator runs', () => {
  const stage = new RecordingStage();
  beforeEach(() => stage.begin());
  afterEach(() => stage.end());

  async function told(recording: Recording, body: object) {
    const response = await fetch(`${recording.baseUrl}/$emulator/network`, {
      method: 'POST',
      headers: { 'x-emulator-control': recording.controlToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  it('reaches the service, with what signs at the proxy in no answer and no recording', async () => {
    const upstream = await stage.upstream({ tls: selfSigned(HOST), allowHosts: [HOST] });
    const proxy = await ConnectProxy.start(Number(new URL(upstream.baseUrl).port));
    try {
      const recording = await stage.start({ mode: 'record', upstream: `https://${HOST}` });
      const answer = await told(recording, {
        ...{ proxy: `http://127.0.0.1:${proxy.port}`, proxyAuthorization: 'Basic word-1' },
        ...{ noProxy: ['other.test'], strictSSL: false },
      });
      assert.deepEqual(answer, { status: 200, text: '{}\n' });
      const key = { 'x-goog-api-key': upstream.apiKey };
      const question = asked('Name three rivers.');
      const got = await ask(recording, `${MODEL}:generateContent`, question, key);
      assert.equal(got.status, 200, got.text);
      const tunnel = { target: `${HOST}:443`, authorization: 'Basic word-1' };
      assert.deepEqual(proxy.tunnels, [tunnel]);
      await recording.close();
      const files = Object.entries(await stage.files());
      assert.equal(files.length, 1);
      assert.ok(!JSON.stringify([files, recording.told]).includes('word-1'));
    } finally {
      await proxy.close();
    }
  });
});
