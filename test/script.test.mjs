import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtProduct } from './harness/builtProduct.mjs';
import { ROOT } from './harness/paths.mjs';
import { capture, stopTree } from './harness/processes.mjs';

/** The Node.js of this machine, where there is one besides that of the packages. */
function plainNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
  return found ?? process.execPath;
}

/** @returns {Promise<string>} The code of the section on scripts, exactly as it stands on the page of the client. */
async function scriptOfPage() {
  const page = await readFile(join(ROOT, 'src/api/README.md'), 'utf8');
  const section = page.split('\n## Use the client in a script\n')[1]?.split('\n## ')[0] ?? '';
  const [, code, ...others] = section.split(/^```\w*\n/m);
  assert.ok(code && others.length === 1, 'The section has one block of code.');
  return code;
}

describe('the script on the page of the client', () => {
  /** @type {import('node:child_process').ChildProcess} */
  let emulator;
  /** @type {{ baseUrl: string, apiKey: string }} */
  let address;

  before(async () => {
    await builtProduct();
    const args = [
      join(ROOT, 'dist/emulator.js'),
      '--latency',
      '0',
      '--rate',
      '100000',
      '--api-key',
      'its-key',
    ];
    emulator = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(emulator.stdout);
    const [line] = await once(createInterface(emulator.stdout), 'line');
    address = JSON.parse(line);
  });

  after(() => stopTree(emulator));

  /** @param {string} apiKey */
  async function runScript(apiKey) {
    const env = { ...process.env, GEMINI_ENDPOINT: address.baseUrl, GEMINI_API_KEY: apiKey };
    return await capture(plainNode(), ['-e', await scriptOfPage()], { cwd: ROOT, env });
  }

  it('lists the models and streams an answer', async () => {
    const headers = { 'x-goog-api-key': address.apiKey, 'content-type': 'application/json' };
    const listed = await fetch(`${address.baseUrl}/v1beta/models?pageSize=1000`, { headers });
    const { models } = await listed.json();
    const answered = await fetch(
      `${address.baseUrl}/v1beta/models/emulator-flash:generateContent`,
      {
        method: 'POST',
        headers,
        body: JSON.stringify({ contents: [{ parts: [{ text: 'Name three rivers.' }] }] }),
      },
    );
    const { candidates } = await answered.json();
    const names = models.map((/** @type {{ name: string }} */ { name }) => `${name}\n`).join('');
    const parts = candidates[0].content.parts;
    const text = parts.map((/** @type {{ text: string }} */ part) => part.text).join('');
    assert.ok(names.startsWith('models/emulator-flash\n') && text.length > 20, text);

    const { code, output } = await runScript(address.apiKey);
    assert.equal(output, names + text);
    assert.equal(code, 0);
  });

  it('says what is wrong with a key, and does not show it', async () => {
    const wrong = 'not-a-key-of-this-emulator';
    const { output } = await runScript(wrong);
    assert.match(output, /^ServiceError \[invalidKey\]: API key not valid/);
    assert.ok(!output.includes(wrong), output);
  });
});
