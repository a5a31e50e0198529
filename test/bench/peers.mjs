import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installApart } from '../harness/apart.mjs';
import { CACHE } from '../harness/paths.mjs';

/** What we are compared with stands here, apart from the packages of the project. */
const NAME = 'bench';

/**
 * Installs the peers, which tests of the emulator use too.
 * @returns {Promise<void>}
 * @throws {import('../harness/progress.mjs').StepError} When npm fails.
 */
export async function installPeers() {
  const title = 'Installing Google’s SDKs and what else is compared with';
  await installApart(import.meta.dirname, NAME, title);
}

/** Loads a peer as a CommonJS program does. */
export const requirePeer = createRequire(join(CACHE, NAME, 'package.json'));
