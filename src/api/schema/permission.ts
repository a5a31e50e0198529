import { BETA3, PALM } from '../versions';
import type { MessageFamily } from './row';

/** Sharing: who may do what with a corpus or a tuned model. */
export const permissionMessages = {
  /** What one user, group or everyone may do with a resource. */
  Permission: {
    versions: PALM,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        immutable: true,
        doc: 'corpora/{id}/permissions/{id} or tunedModels/{id}/permissions/{id}.',
      },
      granteeType: {
        type: 'Permission.GranteeType',
        required: BETA3,
        immutable: true,
        presence: true,
        doc: 'Who gets access: a user, a group or everyone. Cannot be changed later.',
      },
      emailAddress: {
        type: 'string',
        immutable: true,
        presence: true,
        doc: 'Needed for a user or a group; not allowed for everyone.',
      },
      role: {
        type: 'Permission.Role',
        required: true,
        presence: true,
        doc: 'A reader uses, a writer also edits and shares, the owner also deletes.',
      },
    },
  },
  'Permission.GranteeType': {
    versions: PALM,
    values: { GRANTEE_TYPE_UNSPECIFIED: 0, USER: 1, GROUP: 2, EVERYONE: 3 },
  },
  'Permission.Role': {
    versions: PALM,
    values: { ROLE_UNSPECIFIED: 0, OWNER: 1, WRITER: 2, READER: 3 },
  },
  ListPermissionsResponse: {
    versions: PALM,
    fields: {
      permissions: { type: 'Permission', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  TransferOwnershipRequest: {
    versions: PALM,
    fields: {
      name: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'tunedModels/{id}; the URL of a call has it.',
      },
      emailAddress: {
        type: 'string',
        required: true,
        doc: 'Who becomes the owner. The owner until now becomes a writer.',
      },
    },
  },
  TransferOwnershipResponse: {
    versions: PALM,
    fields: {},
  },
} as const satisfies MessageFamily;
