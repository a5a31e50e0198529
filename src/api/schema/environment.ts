import { CHECKED } from '../status';
import { NEW } from '../versions';
import { page } from './interactions/shared';
import type { MessageFamily } from './row';

/** Environments: sandboxes that agents work in, and the files in them. */
export const environmentMessages = {
  /** A sandbox. It stops when nobody uses it, and is gone a week later. */
  'environments.Environment': {
    versions: NEW,
    case: 'snake',
    fields: {
      id: {
        type: 'string',
        required: true,
        outputOnly: true,
        doc: 'The last segment of its name.',
      },
      status: {
        type: 'environments.EnvironmentStatus',
        outputOnly: true,
        doc: 'Whether it can still be used.',
      },
      created: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      updated: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
      last_accessed: { type: 'timestamp', outputOnly: true, doc: 'When it was used last.' },
      file_count: { type: 'int64', outputOnly: true, doc: 'How many files are in it.' },
      size_bytes: { type: 'int64', outputOnly: true, doc: 'Bytes of all that is in it.' },
      sources: {
        type: 'interactions.Source',
        repeated: true,
        immutable: true,
        doc: 'What was put into it at the beginning.',
      },
      network: {
        type: 'interactions.Network',
        immutable: true,
        doc: 'What its programs may reach. Absent: everything.',
      },
    },
  },
  'environments.EnvironmentStatus': {
    versions: NEW,
    open: true,
    values: { active: null, expired: null },
  },
  /** How a sandbox is made: of sources, or as a copy of another one. */
  'environments.CreateEnvironmentRequest': {
    versions: NEW,
    case: 'snake',
    fields: {
      sources: {
        type: 'interactions.Source',
        repeated: true,
        doc: 'What is put into it. Text of one source has 1 MB at most, of all 2 MB.',
      },
      network: {
        type: 'interactions.Network',
        doc: 'What its programs may reach. Absent: everything.',
      },
      from_environment: {
        type: 'string',
        doc: 'The id of the sandbox that it becomes a copy of, in place of sources.',
      },
    },
  },
  'environments.ListEnvironmentsResponse': page('environments', 'environments.Environment'),
  /** A file or a folder of a sandbox. */
  'environments.EnvironmentFile': {
    versions: NEW,
    case: 'snake',
    fields: {
      name: { type: 'string', outputOnly: true, doc: 'The last part of its path.' },
      path: {
        type: 'string',
        outputOnly: true,
        doc: 'Where it is, from the root of the sandbox on.',
      },
      type: {
        type: 'environments.EnvironmentFileType',
        outputOnly: true,
        doc: 'Whether it is a file or a folder.',
        status: {
          stage: 'stable',
          checked: CHECKED,
          source: '@google/genai 3.1.0 (2026-11)',
          documents: 'The guide of environments writes FILE and DIRECTORY.',
        },
      },
      mime_type: { type: 'string', outputOnly: true, doc: 'What is in it. Folders have none.' },
      size_bytes: { type: 'int64', outputOnly: true, doc: 'How large it is.' },
      created: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      modified: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
    },
  },
  'environments.EnvironmentFileType': {
    versions: NEW,
    open: true,
    values: { file: null, directory: null },
  },
  /** What is in a folder, or the one file that the path is of. */
  'environments.GetEnvironmentFilesResponse': page('files', 'environments.EnvironmentFile'),
  /** What an upload has left in a sandbox. */
  'environments.UploadEnvironmentFileResult': {
    versions: NEW,
    case: 'snake',
    fields: { files: { type: 'environments.EnvironmentFile', repeated: true } },
  },
  /** Stands for the bytes that come in its place. */
  'environments.FileBytes': { versions: NEW, case: 'snake', fields: {} },
} as const satisfies MessageFamily;
