import { STABLE, TUNED_USE } from '../status';
import { BETA, PALM } from '../versions';
import { ANY_SCOPE, MASK, type OperationRow, PAGE, READ } from './row';

const PERMISSION_METHOD = { credential: 'oauth', scopes: ANY_SCOPE } as const;

// Corpora and tuned models have the same methods, in different versions.
const OF_CORPUS = { versions: BETA, status: STABLE } as const;
const OF_TUNED_MODEL = { versions: PALM, status: TUNED_USE } as const;

const CREATE = {
  ...PERMISSION_METHOD,
  verb: 'POST',
  body: 'Permission',
  response: 'Permission',
  effect: 'write',
  shares: 'always',
  retry: 'never',
  rpc: 'PermissionService/CreatePermission',
} as const;

const DELETE = {
  ...PERMISSION_METHOD,
  verb: 'DELETE',
  response: 'Empty',
  effect: 'dangerous',
  retry: 'never',
  rpc: 'PermissionService/DeletePermission',
} as const;

const GET = {
  ...PERMISSION_METHOD,
  ...READ,
  response: 'Permission',
  rpc: 'PermissionService/GetPermission',
} as const;

const LIST = {
  ...PERMISSION_METHOD,
  ...READ,
  query: PAGE,
  response: 'ListPermissionsResponse',
  paging: { items: 'permissions', size: 10, max: 1000 },
  rpc: 'PermissionService/ListPermissions',
} as const;

const PATCH = {
  ...PERMISSION_METHOD,
  verb: 'PATCH',
  body: 'Permission',
  query: MASK,
  response: 'Permission',
  effect: 'write',
  shares: 'always',
  retry: 'safe',
  mask: ['role'],
  rpc: 'PermissionService/UpdatePermission',
} as const;

/** Permissions of corpora and tuned models. Require OAuth. */
export const permissionOperations = {
  'corpora.permissions.create': {
    ...CREATE,
    ...OF_CORPUS,
    path: '{parent=corpora/*}/permissions',
    summary: 'Share a corpus',
  },
  'corpora.permissions.delete': {
    ...DELETE,
    ...OF_CORPUS,
    path: '{name=corpora/*/permissions/*}',
    summary: 'Delete a permission of a corpus',
  },
  'corpora.permissions.get': {
    ...GET,
    ...OF_CORPUS,
    path: '{name=corpora/*/permissions/*}',
    summary: 'Get a permission of a corpus',
  },
  'corpora.permissions.list': {
    ...LIST,
    ...OF_CORPUS,
    path: '{parent=corpora/*}/permissions',
    summary: 'List permissions of a corpus',
  },
  'corpora.permissions.patch': {
    ...PATCH,
    ...OF_CORPUS,
    path: '{permission.name=corpora/*/permissions/*}',
    summary: 'Change a permission of a corpus',
  },
  'tunedModels.permissions.create': {
    ...CREATE,
    ...OF_TUNED_MODEL,
    path: '{parent=tunedModels/*}/permissions',
    summary: 'Share a tuned model',
  },
  'tunedModels.permissions.delete': {
    ...DELETE,
    ...OF_TUNED_MODEL,
    path: '{name=tunedModels/*/permissions/*}',
    summary: 'Delete a permission of a tuned model',
  },
  'tunedModels.permissions.get': {
    ...GET,
    ...OF_TUNED_MODEL,
    path: '{name=tunedModels/*/permissions/*}',
    summary: 'Get a permission of a tuned model',
  },
  'tunedModels.permissions.list': {
    ...LIST,
    ...OF_TUNED_MODEL,
    path: '{parent=tunedModels/*}/permissions',
    summary: 'List permissions of a tuned model',
  },
  'tunedModels.permissions.patch': {
    ...PATCH,
    ...OF_TUNED_MODEL,
    path: '{permission.name=tunedModels/*/permissions/*}',
    summary: 'Change a permission of a tuned model',
  },
} as const satisfies { readonly [id: string]: OperationRow };
