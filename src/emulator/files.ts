import { createHash } from 'node:crypto';
import { matchesName } from '../api/names';
import type { Message } from '../api/schema/infer';
import { textAt } from '../base/json';
import { type Call, type Handler, single } from './call';
import { contentBlocks } from './fileContent';
import {
  addFile,
  type FileMessage,
  isExpired,
  isGenerated,
  removeFile,
  shownFile,
} from './fileStore';
import { statePage } from './paging';
import { findRecord } from './records';
import type { Stored } from './state';
import { refuseProblems, StatusError } from './status';
import type { World } from './world';

/**
 * A file without bytes. The service's interface has it, and what it does live is not published: here it is
 * listed like any other, has no state, and can't be used in a prompt.
 */
export const createFile: Handler = (call, world) => {
  const { file = {} } = call.body as Message<'CreateFileRequest'>;
  return single({ file: shownFile(world, addFile(world, file), call.origin) });
};

export const getFile: Handler = (call, world) =>
  single(shownFile(world, requireFile(world, call.path.name ?? ''), call.origin));

/** Those of the project, whoever uploaded them. */
export const listFiles: Handler = (call, world) => {
  const now = world.time.now();
  const { items, ...next } = statePage(call, world, 'files', '', (one) => !isExpired(one, now));
  return single({ files: items.map((one) => shownFile(world, one, call.origin)), ...next });
};

export const deleteFile: Handler = (call, world) => {
  removeFile(world, requireFile(world, call.path.name ?? ''));
  return single({});
};

const STORAGE = /^gs:\/\/[a-z0-9][a-z0-9._-]+\/(?:.*\/)?([^/]+)$/;
/** Bytes of a file whose size nobody told. */
const REGISTERED_BYTES = 1024;

/** By the end of a name; nobody looks at what is in Cloud Storage. */
const STORED_TYPES: { readonly [ending: string]: string | undefined } = {
  ...{ txt: 'text/plain', md: 'text/markdown', csv: 'text/csv', json: 'application/json' },
  ...{ pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' },
  ...{ mp3: 'audio/mpeg', wav: 'audio/wav', mp4: 'video/mp4' },
};

/** Knows of files in Cloud Storage from then on, in the order of their addresses. Nothing is fetched. */
export const registerFiles: Handler = (call, world) => {
  const { uris = [] } = call.body as Message<'RegisterFilesRequest'>;
  const names = uris.map((uri) => STORAGE.exec(uri)?.[1]);
  refuseProblems(
    names.flatMap((name, index) =>
      name === undefined
        ? [`* RegisterFilesRequest.uris[${index}]: must have the form gs://bucket/object`]
        : [],
    ),
  );
  const files = names.map((displayName = '', index) => {
    const mimeType = STORED_TYPES[displayName.split('.').at(-1)?.toLowerCase() ?? ''];
    const sha256 = createHash('sha256')
      .update(uris[index] ?? '')
      .digest('hex');
    const content = {
      ...{ mimeType: mimeType ?? 'application/octet-stream', bytes: REGISTERED_BYTES, sha256 },
      isRegistered: true as const,
    };
    return shownFile(world, addFile(world, { displayName }, content), call.origin);
  });
  return single({ files });
};

/** Where the real service has its files; prompts that were written for it name them so. */
const SERVICE_ORIGIN = 'https://generativelanguage.googleapis.com';

/**
 * The file that a prompt's `fileUri` names: by its whole address, here or at the service, or as
 * `files/{id}`. Undefined for any other address, such as a video on the web, which is not looked at.
 * Throws the service's 403 where there is no such file, and its 400 where it is not active.
 */
export function requireActiveFile(call: Call, world: World, uri: string): FileMessage | undefined {
  const name = fileNameOf(uri, call.origin);
  if (name === undefined) return undefined;
  const file = shownFile(world, requireFile(world, name), call.origin);
  if (file.state === 'ACTIVE') return file;
  throw new StatusError(
    400,
    `The File ${idOf(name)} is not in an ACTIVE state and usage is not allowed.`,
  );
}

function fileNameOf(uri: string, origin: string): string | undefined {
  const home = [origin, SERVICE_ORIGIN].find((place) => uri.startsWith(`${place}/v1beta/`));
  const name = home === undefined ? uri : uri.slice(`${home}/v1beta/`.length);
  return matchesName('files/*', name) ? name : undefined;
}

/** The file of a name. Throws the service's 403 where there is none, or none any more: it never says 404. */
export function requireFile(world: World, name: string): Stored {
  const found = findRecord(world, 'files', name);
  if (found && !isExpired(found, world.time.now())) return found;
  throw new StatusError(
    403,
    `You do not have permission to access the File ${idOf(name)} or it may not exist.`,
  );
}

/** `files/x` → `x`. */
function idOf(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/**
 * The content of a file that the service has made; without `alt=media` an empty message. Throws as `files.get` does, and
 * 400 for a file that somebody uploaded: the service keeps those for prompts only. The real wording is not published.
 */
export const downloadFile: Handler = (call, world) => {
  const stored = requireFile(world, call.path.name ?? '');
  if (!isGenerated(stored)) {
    throw new StatusError(400, 'Only files that were generated by the service can be downloaded.');
  }
  if (!call.isMedia) return single({});
  return {
    steps: [],
    media: {
      contentType: textAt(stored.resource, 'mimeType'),
      bytes: Number(textAt(stored.resource, 'sizeBytes') || '0'),
      blocks: contentBlocks(world, stored.name),
    },
  };
};
