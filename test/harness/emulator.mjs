// `npm run emulator -- [--port N] [--seed demo|empty] [--data DIR] [--allow-host HOST:PORT]…`: the emulator alone.
// The first line on standard output is its JSON line, also after a build.
import { buildProduct } from '../../esbuild.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';

await buildProduct();
await import(pathToFileURL(join(ROOT, 'dist/emulator.js')).href);
