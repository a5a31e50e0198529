import { BETA3, PALM } from '../versions';
import type { MessageFamily } from './row';

export const permissionMessages = {
  Permission: {
    versions: PALM,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        immutable: true,
        doc: 'Permission name, in the format corpora/{id}/permissions/{id} or tunedModels/{id}/permissions/{id}.',
      },
      granteeType: {
        type: 'Permission.GranteeType',
        required: BETA3,
        immutable: true,
        presence: true,
        doc: 'Type of grantee: a user, a group, or everyone. Can’t be changed later.',
      },
      emailAddress: {
        type: 'string',
        immutable: true,
        presence: true,
        doc: 'Email address of the grantee. Required for users and groups, and not allowed for everyone.',
      },
      role: {
        type: 'Permission.Role',
        required: true,
        presence: true,
        doc: 'Role of the grantee. Readers can use the resource, writers can also edit and share it, and owners can also delete it.',
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
        doc: 'Model name, in the format tunedModels/{id}. Part of the request URL.',
      },
      emailAddress: {
        type: 'string',
        required: true,
        doc: 'Email address of the new owner. The current owner becomes a writer.',
      },
    },
  },
  TransferOwnershipResponse: {
    versions: PALM,
    fields: {},
  },
} as const satisfies MessageFamily;
