import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from '../harness/importTypeScript.mjs';
import { ROOT } from '../harness/paths.mjs';
import { capture } from '../harness/processes.mjs';

const EMULATOR = join(ROOT, 'dist/emulator.js');
const FAST = ['--latency', '0', '--rate', '0'];

/** Says what is there, by what Python's own modules trust. */
const PYTHON = `
import os, socket, ssl, urllib.request
base = os.environ['GOOGLE_GEMINI_BASE_URL']
print(urllib.request.urlopen(base + '/healthz').read().decode())
host, port = base.split('//')[1].split(':')
with ssl.create_default_context().wrap_socket(socket.create_connection((host, int(port))), server_hostname=host) as wss:
    name = 'google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
    head = f'GET /ws/{name}?key=any HTTP/1.1\\r\\nHost: {host}:{port}\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n'
    wss.sendall((head + 'Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n').encode())
    print(wss.recv(1000).decode().splitlines()[0])
`;

/** Opens a live session with Java's own client, by the store of the recipe. */
const JAVA = `
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
public class Live {
  public static void main(String[] args) throws Exception {
    var base = System.getenv("GOOGLE_GEMINI_BASE_URL").replace("https", "wss");
    var path = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent?key=any";
    var came = new CompletableFuture<String>();
    var socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(base + path), new WebSocket.Listener() {
      @Override public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean isLast) {
        came.complete(StandardCharsets.UTF_8.decode(data).toString());
        return null;
      }
    }).get();
    socket.sendText("{\\"setup\\":{\\"model\\":\\"models/gemini-3.8-live\\"}}", true);
    System.out.println(came.get());
    System.exit(0);
  }
}
`;

/** Meets a fault that breaks the connection, and asks again. */
const RESET = `
  const base = process.env.GOOGLE_GEMINI_BASE_URL;
  const ask = () => fetch(base + '/v1beta/models?key=any').then(({ status }) => status, () => 'broken');
  console.log(await ask(), await ask(), await fetch(base.replace('https', 'http')).catch(() => 'refused'));`;

describe('an emulator with a certificate', () => {
  /** @type {string} */
  let folder;
  /** @type {string[]} */
  let options;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-tls-'));
    const { selfSigned } = await importTypeScript('test/fakes/certificate.ts');
    const [one, other] = [selfSigned('localhost', '127.0.0.1'), selfSigned('localhost')];
    const files = {
      'cert.pem': one.cert,
      'key.pem': one.key,
      'other.pem': other.key,

      'notes.txt': 'The geese left in May.\n',
      'program.py': PYTHON,
      'reset.mjs': RESET,
      'Live.java': JAVA,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    options = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem', ...FAST];
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** @param {readonly string[]} args */
  const run = (...args) => capture(process.execPath, [EMULATOR, ...args], { cwd: folder });

  it('serves all that a program asks, live sessions and uploads included', async () => {
    const program = join(ROOT, 'test/sdk/support/runGenai.mjs');
    const command = [process.execPath, program, 'notes.txt'];
    const { code, output } = await run('exec', ...options, '--', ...command);
    assert.equal(code, 0, output);
    for (const action of ['generate', 'upload', 'live'])
      assert.match(output, new RegExp(`^${action}$`, 'm'));
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it(`is trusted by Python, whose sessions know nothing else${hasPython ? '' : ' (there is none)'}`, async () => {
    if (!hasPython) return;
    const { code, output } = await run('exec', ...options, '--', 'python3', 'program.py');
    assert.equal(code, 0, output);
    assert.match(output, /"status": "ok"/);
    assert.match(output, /^HTTP\/1\.1 101 Switching Protocols$/m);
  });

  const hasJava = spawnSync('keytool', ['-help']).status === 0;
  it(`is trusted by Java, as the recipe has it${hasJava ? '' : ' (there is none)'}`, async () => {
    if (!hasJava) return;
    const recipes = await readFile(join(ROOT, 'src/emulator/recipes.md'), 'utf8');
    const [, recipe = ''] = /```sh\n(keytool [^]*?)```/.exec(recipes) ?? [];
    const exec = [process.execPath, EMULATOR, 'exec', ...options, '--', 'java', 'Live.java'];
    const { code, output } = await capture(
      'sh',
      ['-e', '-c', `${recipe}exec "$@"`, 'sh', ...exec],
      {
        cwd: folder,
      },
    );
    assert.equal(code, 0, output);
    assert.match(output, /^\{"setupComplete":\{\}\}$/m);
  });

  it('breaks connections where that is asked for, and answers nothing in the open', async () => {
    const fault = ['--fault', 'reset,operation=models.list'];
    const { output } = await run('exec', ...options, ...fault, '--', process.execPath, 'reset.mjs');
    assert.match(output, /^broken 200 refused$/m);
  });

  it('tells its environment to whoever waits for it', async () => {
    const start = `
      const { spawn, execFileSync } = require('node:child_process');
      const [, emulator, ...options] = process.argv;
      const child = spawn(process.execPath, [emulator, 'start', '--until-input-ends', '--ready-file', 'ready.json', ...options]);
      child.stdout.once('data', () => {
        const args = [emulator, 'env', '--ready-file', 'ready.json', '--format', 'json'];
        process.stdout.write(execFileSync(process.execPath, args));
        child.stdin.end();
      });`;
    const args = ['-e', start, EMULATOR, ...options];
    const { output } = await capture(process.execPath, args, { cwd: folder });
    const told = JSON.parse(output);
    assert.match(told.GOOGLE_GEMINI_BASE_URL, /^https:\/\/127\.0\.0\.1:\d+$/);
    const file = join(folder, 'cert.pem');
    const { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE } = told;
    assert.deepEqual([NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE], [file, file, file]);
  });

  /** Options that make no certificate, and why. @type {[string[], RegExp][]} */
  const wrong = [
    [['--tls-cert', 'cert.pem'], /Use --tls-cert and --tls-key together\./],
    [
      ['--tls-cert', 'none.pem', '--tls-key', 'key.pem'],
      /Couldn’t read --tls-cert none\.pem: .*ENOENT/,
    ],
    [
      ['--tls-cert', 'notes.txt', '--tls-key', 'key.pem'],
      /Couldn’t use --tls-cert notes\.txt with/,
    ],
    [
      ['--tls-cert', 'cert.pem', '--tls-key', 'other.pem'],
      /Couldn’t use .*mismatch.*Both must be PEM files/,
    ],
  ];
  for (const [given, why] of wrong) {
    it(`does not start with ${given.join(' ')}`, async () => {
      const { code, output } = await run('start', ...given);
      assert.equal(code, 2, output);
      assert.match(output, why);
      assert.equal(output.trim().split('\n').length, 1);
    });
  }
});
