import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../caller';
import type { OAuthClient } from './client';

/** A file that stands for a client, and a way to be rid of it. */
export interface ClientFile {
  /** Absolute path. */
  readonly path: string;
  remove(): void;
}

/**
 * Writes the client as Google's console gives it for a desktop program (type `installed`), with addresses
 * of the emulator, for its user's eyes only.
 * @param folder the state's own, or undefined for a temporary one that is removed with the file.
 */
export function writeClientFile(
  client: OAuthClient,
  issuer: string,
  folder: string | undefined,
): ClientFile {
  const place = folder ?? mkdtempSync(join(tmpdir(), 'generative-language-emulator-'));
  const path = join(place, 'client_secret.json');
  const installed = {
    client_id: client.id,
    project_id: PROJECT,
    auth_uri: `${issuer}/o/oauth2/v2/auth`,
    token_uri: `${issuer}/token`,
    client_secret: client.secret,
    redirect_uris: ['http://localhost'],
  };
  // The mode counts for a new file only, and a link that somebody left there must not be followed.
  const fresh = `${path}.${process.pid}`;
  rmSync(fresh, { force: true });
  const text = `${JSON.stringify({ installed }, undefined, 2)}\n`;
  writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, path);
  return {
    path,
    remove: () => {
      if (folder === undefined) rmSync(place, { recursive: true, force: true });
      else removeOwn(path, text);
    },
  };
}

/** Another emulator may have put its own there meanwhile, over the same data. */
function removeOwn(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) rmSync(path, { force: true });
}
