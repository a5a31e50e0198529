import type { QueryRow } from './row';

type Query = { readonly [name: string]: QueryRow };

// Query parameters that many rows share.
export const PAGE = {
  pageSize: { type: 'int32', doc: 'At most this many; larger values are cut to the limit.' },
  pageToken: { type: 'string', doc: 'Where the page before this one ended.' },
} as const satisfies Query;

export const OPERATION_PAGE = {
  ...PAGE,
  filter: { type: 'string' },
  returnPartialSuccess: { type: 'bool', doc: 'Answer although a place is unreachable.' },
} as const satisfies Query;

export const FORCE = {
  force: { type: 'bool', doc: 'Also delete what is in it.' },
} as const satisfies Query;

export const MASK = {
  updateMask: {
    type: 'fieldMask',
    required: true,
    doc: 'Fields to change, comma separated. Others stay as they are.',
  },
} as const satisfies Query;
