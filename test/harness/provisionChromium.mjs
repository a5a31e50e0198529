import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { CACHE } from './paths.mjs';
import { step } from './progress.mjs';
import { FLAGS, installInto, npm } from './provisionServer.mjs';

/** A headless Chromium that needs nothing from the system but libc. */
const VERSION = '153.0.0';

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The system's fonts where it has some, else the one that comes with the browser. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir>${join(CACHE, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

/** @typedef {{ executable: string, args: string[], env: Record<string, string> }} Browser */

/**
 * A headless Chromium: the one of CHROMIUM_PATH, else the pinned one from the package registry, so that
 * screenshots are alike everywhere.
 * @returns {Promise<Browser>}
 * @throws {import('./progress.mjs').StepError}
 */
export async function provisionChromium() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined) {
    return { executable: chosen, args: [], env: {} };
  }
  const home = join(CACHE, `chromium-${VERSION}`);
  if (!existsSync(home)) {
    await installInto(home, 'browser', unpackChromium);
  }
  return {
    executable: join(home, 'chromium'),
    args: ['--headless=shell', '--no-zygote', '--font-render-hinting=none'],
    env: {
      LD_LIBRARY_PATH: join(home, 'al2023/lib'),
      FONTCONFIG_PATH: join(home, 'fonts'),
    },
  };
}

/** An installed Chromium or Chrome, for where the pinned one does not run. */
export function installedChromium() {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const name = INSTALLED.find((candidate) => existsSync(join(folder, candidate)));
    if (name !== undefined) {
      return join(folder, name);
    }
  }
  return undefined;
}

/** @param {string} folder */
async function unpackChromium(folder) {
  const wanted = `@sparticuz/chromium@${VERSION}`;
  await step(`Installing ${wanted}, a headless browser (once, 250 MB)`, async () => {
    const workshop = join(folder, 'npm');
    await mkdir(workshop);
    await writeFile(join(workshop, 'package.json'), '{"private":true}\n');
    await npm(workshop, ['install', wanted, ...FLAGS], `Installing ${wanted}`);
    const bin = join(workshop, 'node_modules/@sparticuz/chromium/bin');
    /** @type {{ extract(folder: string): import('node:stream').Writable }} */
    const tar = createRequire(join(workshop, 'node_modules/@sparticuz/chromium/'))('tar-fs');
    await Promise.all([
      unpack(
        join(bin, 'chromium.br'),
        createWriteStream(join(folder, 'chromium'), { mode: 0o755 }),
      ),
      unpack(join(bin, 'al2023.tar.br'), tar.extract(join(folder, 'al2023'))),
      unpack(join(bin, 'fonts.tar.br'), tar.extract(join(folder, 'fonts'))),
      // The software renderer is looked for beside the program.
      unpack(join(bin, 'swiftshader.tar.br'), tar.extract(folder)),
    ]);
    await writeFile(join(folder, 'fonts/fonts.conf'), FONTS);
    await rm(workshop, { recursive: true });
  });
}

/**
 * @param {string} file
 * @param {import('node:stream').Writable} target
 */
async function unpack(file, target) {
  await pipeline(createReadStream(file), createBrotliDecompress(), target);
}
