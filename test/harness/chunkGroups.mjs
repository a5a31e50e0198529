import { loadedWith } from './loadedWith.mjs';

/**
 * Chunks that are always loaded together, and the file that they become.
 * @typedef {object} Group
 * @property {string} file
 * @property {readonly string[]} chunks Who imports one of them finds it in this file.
 * @property {readonly string[]} [copies] That this file needs as well; all others find them elsewhere.
 */

const ENTRY = 'dist/extension.js';

/** The emulator, a program of its own. */
export const EMULATOR_FILE = 'dist/emulator.js';

/** What the emulator shares with the extension: the operations and the messages. */
export const TABLES_FILE = 'dist/chunks/tables.js';

/** The file with what only calls over the network need; it loads what they share with others. */
export const NETWORK_FILE = 'dist/chunks/network.js';

/** What the first call over the network imports, a service behind the other. */
const NETWORK = [
  'src/api/client.ts',
  'src/api/undiciTransport.ts',
  'src/api/undici/dispatcher.ts',
  'src/auth/connectionCredentials.ts',
];

/**
 * The chunks that go together: the entry with what it loads at once, the emulator, the tables of both, what a call
 * needs as well as others do, and what only a call needs.
 * @param {import('esbuild').Metafile} metafile
 * @returns {readonly Group[]}
 */
export function chunkGroups(metafile) {
  const entry = loadedWith(ENTRY, metafile);
  const emulator = emulatorGroups(entry, metafile);
  const taken = new Set([...entry, ...emulator.flatMap(({ chunks }) => chunks)]);
  const roots = NETWORK.map((source) => outputFor(source, metafile));
  const calls = new Set(loadedBy(roots, metafile).filter((path) => !taken.has(path)));
  const others = Object.entries(metafile.outputs).filter(([path]) => !calls.has(path));
  const wanted = others
    .flatMap(([, { imports }]) => imports.map(({ path }) => path))
    .filter((path) => calls.has(path) && !roots.includes(path));
  const shared = new Set(loadedBy(wanted, metafile).filter((path) => calls.has(path)));
  return [
    { file: ENTRY, chunks: [...entry] },
    ...emulator,
    { file: 'dist/chunks/calls.js', chunks: [...shared] },
    { file: NETWORK_FILE, chunks: [...calls].filter((path) => !shared.has(path)) },
  ];
}

/**
 * The emulator can't load the entry. Of what stands there, and of what needs that, it has copies: it runs in a process
 * of its own, where nobody sees the others.
 * @param {ReadonlySet<string>} entry
 * @param {import('esbuild').Metafile} metafile
 * @returns {readonly Group[]}
 */
function emulatorGroups(entry, metafile) {
  const extension = loadedWith(ENTRY, metafile, { later: true });
  const all = [...loadedWith(EMULATOR_FILE, metafile)];
  const chunks = all.filter((path) => !extension.has(path));
  const standsAlone = (/** @type {string} */ path) =>
    ![...loadedWith(path, metafile)].some((one) => entry.has(one));
  const tables = all.filter((path) => extension.has(path) && standsAlone(path));
  const copies = all.filter((path) => extension.has(path) && !tables.includes(path));
  return [
    { file: EMULATOR_FILE, chunks, copies },
    { file: TABLES_FILE, chunks: tables },
  ];
}

/**
 * @param {readonly string[]} outputs
 * @param {import('esbuild').Metafile} metafile
 */
function loadedBy(outputs, metafile) {
  return outputs.flatMap((path) => [...loadedWith(path, metafile)]);
}

/**
 * @param {string} source
 * @param {import('esbuild').Metafile} metafile
 */
function outputFor(source, metafile) {
  const found = Object.entries(metafile.outputs).find(([, one]) => one.entryPoint === source);
  if (found === undefined) throw new Error(`${source} is imported by nobody, or not lazily.`);
  return found[0];
}
