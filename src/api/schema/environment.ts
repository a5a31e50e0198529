import { CHECKED } from '../status';
import { NEW } from '../versions';
import { page } from './interactions/shared';
import type { MessageFamily } from './row';

export const environmentMessages = {
  /** A sandbox. Stops when idle and is deleted a week later. */
  'environments.Environment': {
    versions: NEW,
    case: 'snake',
    fields: {
      id: {
        type: 'string',
        required: true,
        outputOnly: true,
        doc: 'Last segment of the resource name.',
      },
      status: {
        type: 'environments.EnvironmentStatus',
        outputOnly: true,
        doc: 'Whether the environment can still be used.',
      },
      created: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      updated: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
      last_accessed: { type: 'timestamp', outputOnly: true, doc: 'Time of the last use.' },
      file_count: { type: 'int64', outputOnly: true, doc: 'Number of files.' },
      size_bytes: { type: 'int64', outputOnly: true, doc: 'Total size in bytes.' },
      sources: {
        type: 'interactions.Source',
        repeated: true,
        immutable: true,
        doc: 'Sources the sandbox was created with.',
      },
      network: {
        type: 'interactions.Network',
        immutable: true,
        doc: 'Network access of the sandbox. Default: unrestricted.',
      },
    },
  },
  'environments.EnvironmentStatus': {
    versions: NEW,
    open: true,
    values: { active: null, expired: null },
  },
  'environments.CreateEnvironmentRequest': {
    versions: NEW,
    case: 'snake',
    fields: {
      sources: {
        type: 'interactions.Source',
        repeated: true,
        doc: 'Sources to add. Text is limited to 1 MB per source and 2 MB in total.',
      },
      network: {
        type: 'interactions.Network',
        doc: 'Network access of the sandbox. Default: unrestricted.',
      },
      from_environment: {
        type: 'string',
        doc: 'ID of the sandbox to copy, instead of sources.',
      },
    },
  },
  'environments.ListEnvironmentsResponse': page('environments', 'environments.Environment'),
  'environments.EnvironmentFile': {
    versions: NEW,
    case: 'snake',
    fields: {
      name: { type: 'string', outputOnly: true, doc: 'Last segment of the path.' },
      path: {
        type: 'string',
        outputOnly: true,
        doc: 'Path from the root of the sandbox.',
      },
      type: {
        type: 'environments.EnvironmentFileType',
        outputOnly: true,
        doc: 'Type of the entry: file or folder.',
        status: {
          stage: 'stable',
          checked: CHECKED,
          source: '@google/genai 3.1.0 (2026-11)',
          documents: 'The environments guide uses FILE and DIRECTORY.',
        },
      },
      mime_type: {
        type: 'string',
        outputOnly: true,
        doc: 'MIME type of the file. Not set for folders.',
      },
      size_bytes: { type: 'int64', outputOnly: true, doc: 'The size.' },
      created: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      modified: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
    },
  },
  'environments.EnvironmentFileType': {
    versions: NEW,
    open: true,
    values: { file: null, directory: null },
  },
  /** Contents of a folder, or the single file at the path. */
  'environments.GetEnvironmentFilesResponse': page('files', 'environments.EnvironmentFile'),
  'environments.UploadEnvironmentFileResult': {
    versions: NEW,
    case: 'snake',
    fields: { files: { type: 'environments.EnvironmentFile', repeated: true } },
  },
  /** Placeholder: the response is raw bytes. */
  'environments.FileBytes': { versions: NEW, case: 'snake', fields: {} },
} as const satisfies MessageFamily;
