import { matchesName } from '../../api/names';
import type { Call } from '../reply';
import { StatusError } from '../status';
import type { World } from '../world';
import { shownFile, type FileMessage } from './fileRecord';
import { idOf, requireFile } from './findFile';

/** Where the real service has its files; prompts that were written for it name them so. */
const SERVICE_ORIGIN = 'https://generativelanguage.googleapis.com';

/**
 * The file that a prompt's `fileUri` names: by its whole address, here or at the service, or as
 * `files/{id}`. Undefined for any other address, such as a video on the web, which is not looked at.
 * Throws the service's 403 where there is no such file, and its 400 where it is not active.
 */
export function requireActiveFile(call: Call, world: World, uri: string): FileMessage | undefined {
  const name = nameIn(uri, call.origin);
  if (name === undefined) return undefined;
  const file = shownFile(world, requireFile(world, name), call.origin);
  if (file.state === 'ACTIVE') return file;
  throw new StatusError(
    400,
    `The File ${idOf(name)} is not in an ACTIVE state and usage is not allowed.`,
  );
}

function nameIn(uri: string, origin: string): string | undefined {
  const home = [origin, SERVICE_ORIGIN].find((place) => uri.startsWith(`${place}/v1beta/`));
  const name = home === undefined ? uri : uri.slice(`${home}/v1beta/`.length);
  return matchesName('files/*', name) ? name : undefined;
}
