import { loadedWith } from './loadedWith.mjs';

/** @typedef {{ file: string, chunks: readonly string[] }} Group Chunks that are always loaded together, and the file that they become. */

const ENTRY = 'dist/extension.js';

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
 * The chunks that go together: the entry with what it loads at once, what a call needs as well as others do
 * (the tables), and what only a call needs.
 * @param {import('esbuild').Metafile} metafile
 * @returns {readonly Group[]}
 */
export function chunkGroups(metafile) {
  const entry = loadedWith(ENTRY, metafile);
  const roots = NETWORK.map((source) => outputFor(source, metafile));
  const calls = new Set(loadedBy(roots, metafile).filter((path) => !entry.has(path)));
  const others = Object.entries(metafile.outputs).filter(([path]) => !calls.has(path));
  const wanted = others
    .flatMap(([, { imports }]) => imports.map(({ path }) => path))
    .filter((path) => calls.has(path) && !roots.includes(path));
  const tables = new Set(loadedBy(wanted, metafile).filter((path) => calls.has(path)));
  return [
    { file: ENTRY, chunks: [...entry] },
    { file: 'dist/chunks/tables.js', chunks: [...tables] },
    { file: NETWORK_FILE, chunks: [...calls].filter((path) => !tables.has(path)) },
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
