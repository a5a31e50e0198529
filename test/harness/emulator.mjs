// `npm run emulator -- [options]`: the emulator alone; `-- --help` lists the options.
// Its JSON line is the only one on standard output.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import { buildProduct } from '../../esbuild.mjs';
import { interruption } from './interruption.mjs';
import { ROOT } from './paths.mjs';

await buildProduct();
await stop();
// The emulator handles signals itself; this adds the end of npm, which says nothing.
void interruption().then(() => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(join(ROOT, 'dist/emulator.js')).href);
