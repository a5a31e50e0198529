import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct } from '../esbuild.mjs';
import {
  CALLS_FILE,
  chunkGroups,
  loadedWith,
  NETWORK_FILE,
  SIGN_IN_FILE,
  sourcesOf,
} from './build/chunks.mjs';
import { builtProduct } from './harness/builtProduct.mjs';
import { packExtension } from './harness/package.mjs';
import { layOutPackage } from './harness/packageFolder.mjs';
import { ROOT } from './harness/paths.mjs';
import { capture } from './harness/processes.mjs';
import { readRelease } from './harness/release.mjs';
import { readZip } from './harness/zip.mjs';

const KB = 1024;

const EMULATOR_FILE = 'dist/emulator.js';

/** Every path that the package may contain. */
const LISTED = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package(\.nls(\.[\w-]+)?)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
  /^extension\/media\/l10n\/bundle\.l10n\.[\w-]+\.json$/,
  /^extension\/media\/[\w-]+(\.svg|\.png|\.schema\.json)$/,
  /^extension\/media\/skills\/[\w-]+\/SKILL\.md$/,
  /^extension\/media\/walkthrough\/\w+\.svg$/,
  /^extension\/media\/readme\/[\w-]+\.png$/,
  /^extension\/(src\/(emulator\/(readme|control|recipes|reference|mocks)|testing\/readme)|\.github\/(guide|record_and_replay|security))\.md$/i,
  /^extension\/dist\/(extension\.js|emulator\.js|THIRD-PARTY-NOTICES\.txt)$/,
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
    metafile = await builtProduct();
    archive = await readFile(await packExtension(join(folder, 'first.vsix')));
    files = readZip(archive);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('has at most 2 MB and 70 files', () => {
    assert.ok(archive.length <= 2000 * 1000, `${archive.length} bytes`);
    assert.ok(files.size <= 70, [...files.keys()].join('\n'));
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

  it('contains the pictures and pages that its README shows', () => {
    const readme = String(files.get('extension/readme.md'));
    const places = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(
      ([, place]) => place,
    );
    assert.ok(places.length > 3, places.join());
    const names = [...files.keys()].map((name) => name.toLowerCase());
    const missing = places.filter((place = '') => {
      const name = `extension/${place.toLowerCase()}`;
      return !names.some((one) => one === name || one === `${name}.txt`);
    });
    assert.deepEqual(missing, []);
  });

  it('contains the pictures of its walkthroughs', () => {
    const { contributes } = JSON.parse(String(files.get('extension/package.json')));
    /** @type {string[]} */
    const pictures = contributes.walkthroughs.flatMap(
      (/** @type {{ steps: { media: { svg: string } }[] }} */ { steps }) =>
        steps.map(({ media }) => media.svg),
    );
    assert.ok(pictures.length > 5, pictures.join());
    assert.deepEqual(
      pictures.filter((picture) => !files.has(`extension/${picture}`)),
      [],
    );
  });

  it('has what galleries show, and an icon of 256 pixels', () => {
    const manifest = JSON.parse(String(files.get('extension/package.json')));
    const { publisher, repository, pricing, preview, icon } = manifest;
    assert.deepEqual(
      { publisher, repository, pricing, preview },
      {
        publisher: 'generative-language',
        repository: undefined,
        pricing: 'Free',
        preview: false,
      },
    );
    assert.equal(manifest.private, undefined);
    assert.ok(manifest.keywords.length <= 30);
    const image = files.get(`extension/${icon}`);
    assert.ok(image && image.length < 12 * KB);
    // PNG has width and height after its signature and the head of its first chunk.
    assert.deepEqual([image.readUInt32BE(16), image.readUInt32BE(20)], [256, 256]);
  });

  it('has the publisher and the repository that it is released with', async () => {
    const release = readRelease(
      { publisher: 'someone' },
      { RELEASE_PUBLISHER: 'other', RELEASE_REPOSITORY: 'https://github.com/some-one/some.where/' },
    );
    const file = await packExtension(join(folder, 'released.vsix'), release);
    const released = readZip(await readFile(file));
    assert.deepEqual([...released.keys()].sort(), [...files.keys()].sort());
    const { publisher, repository, bugs, homepage, name } = JSON.parse(
      String(released.get('extension/package.json')),
    );
    const url = 'https://github.com/some-one/some.where';
    assert.deepEqual(
      { publisher, repository, bugs, homepage },
      {
        publisher: 'someone',
        repository: { type: 'git', url: `${url}.git` },
        bugs: { url: `${url}/issues` },
        homepage: `${url}#readme`,
      },
    );
    const entry = String(released.get('extension.vsixmanifest'));
    assert.match(entry, new RegExp(`<Identity [^>]*Id="${name}" [^>]*Publisher="someone"`));
    const readme = String(released.get('extension/readme.md'));
    assert.ok(readme.includes(`](${url}/raw/HEAD/media/readme/`), 'images lead to the repository');
    assert.ok(readme.includes(`](${url}/blob/HEAD/.github/GUIDE.md`), 'so do pages');
    assert.doesNotMatch(readme, /\]\((?!https:|#)/);
  });

  it('is not released with what a gallery rejects', () => {
    assert.deepEqual(readRelease({}, { RELEASE_PUBLISHER: '', RELEASE_REPOSITORY: '' }), {});
    assert.throws(() => readRelease({ publisher: 'Some One' }, {}), /letters, digits, and hyphens/);
    for (const repository of ['http://github.com/a/b', 'https://github.com/a', 'a/b']) {
      assert.throws(() => readRelease({ repository }, {}), /https:\/\/github\.com\/OWNER\/NAME/);
    }
  });

  it('contains translations, but not English a second time', async () => {
    const source = join(folder, 'source');
    await layOutPackage(source);
    await mkdir(join(source, 'media/l10n'), { recursive: true });
    const translations = ['package.nls.de.json', 'media/l10n/bundle.l10n.pt-br.json'];
    for (const path of translations) await writeFile(join(source, path), '{}');
    const { code, output } = await capture(
      process.execPath,
      [join(ROOT, 'node_modules/@vscode/vsce/vsce'), 'ls', '--no-dependencies'],
      { cwd: source },
    );
    assert.equal(code, 0, output);
    const paths = output.split('\n');
    assert.deepEqual(
      paths.filter((path) => /\bnls\b|l10n/.test(path)).sort(),
      [...translations, 'package.nls.json'].sort(),
    );
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

  it('loads at most 78 KB on activation', async () => {
    const [bytes = NaN] = await loadedBytes('dist/extension.js');
    assert.ok(bytes > 0 && bytes <= 78 * KB, `${bytes} bytes`);
  });

  it('loads at most 640 KB more for the first call', async () => {
    const [, bytes = NaN] = await loadedBytes('dist/extension.js', NETWORK_FILE);
    assert.ok(bytes > 0 && bytes <= 640 * KB, `${bytes} bytes`);
  });

  it('loads the network for calls alone, not with the tables that others read', async () => {
    const loaded = await loadedBytes('dist/extension.js', CALLS_FILE, NETWORK_FILE);
    assert.ok(
      loaded.every((bytes) => bytes > 0),
      loaded.join(),
    );
    const undici = Object.keys(metafile.outputs).filter((path) =>
      sourcesOf(path, metafile).includes('node_modules/undici/lib/dispatcher/client.js'),
    );
    const { chunks = [] } = chunkGroups(metafile).find(({ file }) => file === NETWORK_FILE) ?? {};
    assert.deepEqual(
      undici.filter((path) => path !== 'dist/api.js'),
      chunks.filter((path) => undici.includes(path)),
    );
  });

  it('runs neither network, sign-in nor tables when it is loaded', () => {
    const sources = [...loadedWith(['dist/extension.js'], metafile)].flatMap((path) =>
      sourcesOf(path, metafile),
    );
    assert.ok(sources.includes('src/extension.ts'));
    const lazy =
      /node_modules\/|^src\/(api\/(operations|schema|undici)|catalog\/(kinds|actions)|emulator)/;
    // Every module with a text for the user looks it up there.
    assert.deepEqual(
      sources.filter((path) => lazy.test(path)),
      ['node_modules/@vscode/l10n/dist/browser.js'],
    );
  });

  it('runs the emulator from its own file, which holds what reads and checks text, and WebSockets', async () => {
    const file = join(ROOT, EMULATOR_FILE);
    const program = `process.on('exit', () => console.error(Object.keys(require.cache).join()));
      process.argv.push('emulator', '--help');
      require(${JSON.stringify(file)});`;
    const { code, output } = await capture(process.execPath, ['-e', program]);
    assert.equal(code, 0, output);
    assert.equal(output.trimEnd().split('\n').at(-1), file);
    const sources = sourcesOf(EMULATOR_FILE, metafile);
    assert.ok(sources.includes('src/cli/main.ts'));
    // Nothing that opens connections to others: those are the service's clients.
    const packages = sources.flatMap((path) => /node_modules\/([^/]+)/.exec(path)?.[1] ?? []);
    assert.deepEqual(
      [...new Set(packages)].sort(),
      (
        '@vscode ajv chardet croner cross-spawn csv-parse fast-deep-equal fast-uri ' +
        'ignore isexe json-schema-traverse jsonc-parser path-key shebang-command shebang-regex which ws'
      ).split(' '),
    );
  });

  it('names every package in it, and each may be shipped', async () => {
    const folders = Object.keys(metafile.outputs)
      .filter((path) => path !== 'dist/api.js')
      .flatMap((path) => sourcesOf(path, metafile))
      .map((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0])
      .filter((path) => path !== undefined);
    assert.ok(folders.includes('node_modules/undici'), folders.join());
    const notices = String(files.get('extension/dist/THIRD-PARTY-NOTICES.txt'));
    for (const path of new Set(folders)) {
      const manifest = await readFile(join(ROOT, path, 'package.json'), 'utf8');
      const { name, version, license } = JSON.parse(manifest);
      assert.ok(LICENCES.includes(license), `${name}: ${license}`);
      assert.ok(notices.includes(`\n${name} ${version}\n`), `${name} ${version}`);
    }
  });

  it('loads at most 320 KB more for the first sign-in, from files that hold nothing else', async () => {
    const [, , bytes = NaN] = await loadedBytes('dist/extension.js', NETWORK_FILE, SIGN_IN_FILE);
    assert.ok(bytes > 0 && bytes <= 320 * KB, `${bytes} bytes`);
    const holders = Object.keys(metafile.outputs).filter((path) =>
      /node_modules\/(google-auth-library|gaxios)\//.test(sourcesOf(path, metafile).join('\n')),
    );
    const { chunks = [] } = chunkGroups(metafile).find(({ file }) => file === SIGN_IN_FILE) ?? {};
    assert.ok(holders.length > 0);
    assert.deepEqual(
      holders.filter((path) => path !== 'dist/api.js' && !chunks.includes(path)),
      [],
    );
  });
});

/** Licences that let us ship a package with ours, with its notice. */
const LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'ISC', 'MIT'];

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
 * How much each file loads that is not loaded yet, one after the other in a fresh process.
 * @param {string[]} paths From the root.
 * @returns {Promise<number[]>}
 */
async function loadedBytes(...paths) {
  const program = `
    const { Module } = require('node:module');
    const api = new Proxy(class {}, { get: (_, name) => (name === 'prototype' ? {} : api) });
    const load = Module._load;
    Module._load = (name, ...rest) => (name === 'vscode' ? api : load(name, ...rest));
    const loaded = process.argv.slice(1).map((path) => {
      const before = Object.keys(require.cache);
      require(path);
      return Object.keys(require.cache).filter((one) => !before.includes(one));
    });
    console.log(JSON.stringify(loaded));`;
  const files = paths.map((path) => join(ROOT, path));
  const { code, output } = await capture(process.execPath, ['-e', program, ...files]);
  assert.equal(code, 0, output);
  /** @type {string[][]} */
  const loaded = JSON.parse(output);
  return Promise.all(
    loaded.map(async (group) => {
      const sizes = await Promise.all(group.map(async (path) => (await stat(path)).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    }),
  );
}

/** @param {Buffer} bytes */
function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
