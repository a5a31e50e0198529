import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct } from '../esbuild.mjs';
import { packExtension } from './harness/package.mjs';
import { ROOT } from './harness/paths.mjs';
import { readZip } from './harness/zip.mjs';

const KB = 1024;

/** Every path that the package may contain. */
const LISTED = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package(\.nls)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
  /^extension\/media\/[\w-]+(\.svg|\.png|\.schema\.json)$/,
  /^extension\/dist\/(extension|emulator)\.js$/,
  /^extension\/dist\/chunks\/[\w-]+\.js$/,
  /^extension\/dist\/webview\/[\w-]+\.(js|css)$/,
];

/** What a credential looks like. */
const SECRETS = [
  /AIza[\w-]{35}/,
  /ya29\.[\w-]{20}/,
  /GOCSPX-[\w-]{20}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{20}/,
  /npm_[A-Za-z0-9]{36}/,
];

describe('the package', () => {
  /** @type {string} */
  let folder;
  /** @type {Buffer} */
  let archive;
  /** @type {Map<string, Buffer>} */
  let files;
  /** @type {import('esbuild').Metafile} */
  let metafile;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-'));
    metafile = await buildProduct();
    archive = await readFile(await packExtension(join(folder, 'first.vsix')));
    files = readZip(archive);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('has at most 500 KB and 40 files', () => {
    assert.ok(archive.length <= 500 * KB, `${archive.length} bytes`);
    assert.ok(files.size <= 40, [...files.keys()].join('\n'));
  });

  it('contains listed files only, and what makes it run', () => {
    const names = [...files.keys()];
    assert.deepEqual(
      names.filter((name) => !LISTED.some((pattern) => pattern.test(name))),
      [],
    );
    for (const name of ['extension.js', 'emulator.js', 'webview/playground.js']) {
      assert.ok(files.has(`extension/dist/${name}`), name);
    }
    const manifest = JSON.parse(String(files.get('extension/package.json')));
    assert.equal(manifest.main, './dist/extension.js');
  });

  it('contains no source map, no secret and no path of this machine', () => {
    for (const [name, bytes] of files) {
      const text = bytes.toString('utf8');
      assert.ok(!/[#@] sourceMappingURL=/.test(text), `${name} names a source map`);
      for (const pattern of SECRETS) {
        assert.doesNotMatch(text, pattern, name);
      }
      const places = [ROOT, homedir()].filter((place) => place.length > '/root'.length);
      assert.ok(!places.some((place) => text.includes(place)), `${name} names a folder of ours`);
    }
  });

  it('is the same, byte for byte, when it is made again', async () => {
    await buildProduct();
    const again = await readFile(await packExtension(join(folder, 'second.vsix')));
    assert.equal(hash(again), hash(archive));
  });

  it('is entered through at most 60 KB that load neither network, sign-in nor tables', () => {
    const eager = loadedWith('dist/extension.js', metafile);
    const bytes = [...eager].reduce((sum, path) => sum + packedSize(path), 0);
    assert.ok(bytes <= 60 * KB, `${bytes} bytes in ${[...eager].join(', ')}`);
    const sources = [...eager].flatMap((path) => sourcesOf(path, metafile));
    assert.ok(sources.includes('src/extension.ts'));
    const lazy =
      /node_modules\/|^src\/(api\/(operations|schema|undici)|catalog\/(kinds|actions)|emulator)/;
    assert.deepEqual(
      sources.filter((path) => lazy.test(path)),
      [],
    );
  });

  /** @param {string} path */
  function packedSize(path) {
    const bytes = files.get(`extension/${path}`);
    assert.ok(bytes, path);
    return bytes.length;
  }

  it('loads what signs in apart from what calls with a key', () => {
    for (const path of Object.keys(metafile.outputs).filter((one) =>
      one.startsWith('dist/chunks'),
    )) {
      const sources = sourcesOf(path, metafile).join('\n');
      const both = /node_modules\/undici\//.test(sources) && /google-auth-library/.test(sources);
      assert.ok(!both, path);
    }
  });
});

describe('the dependencies', () => {
  it('are two at run time, and none reports on its users', async () => {
    const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    assert.deepEqual(Object.keys(manifest.dependencies), ['google-auth-library', 'undici']);
    const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
    const telemetry = /telemetry|applicationinsights|analytics|sentry|posthog|mixpanel|amplitude/;
    assert.deepEqual(
      Object.keys(lock.packages).filter((path) => telemetry.test(path)),
      [],
    );
  });
});

/**
 * An output and all that it loads when it is loaded, which leaves out what it loads later.
 * @param {string} entry
 * @param {import('esbuild').Metafile} metafile
 */
function loadedWith(entry, metafile) {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) {
        found.add(next);
      }
    }
  }
  return found;
}

/**
 * @param {string} output
 * @param {import('esbuild').Metafile} metafile
 */
function sourcesOf(output, metafile) {
  const inputs = Object.entries(metafile.outputs[output]?.inputs ?? {});
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
}

/** @param {Buffer} bytes */
function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
