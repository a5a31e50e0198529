const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Stands for every type. */
export const ANY_TYPE = '*/*';

/** What bodies may be, by path: the first row that fits counts. An empty type stands for none at all. */
const rows: readonly { readonly path: RegExp; readonly types: readonly string[] }[] = [
  { path: /^\/(o\/oauth2\/v2\/auth|token)$/, types: [FORM] },
  // Google's own libraries send the token in the query, and nothing besides.
  { path: /^\/revoke$/, types: [FORM, ''] },
  // A file may be of any type.
  { path: /^\/(resumable\/)?upload\//, types: [ANY_TYPE] },
  { path: /^\//, types: [JSON_TYPE] },
];

/**
 * The types of bodies that a path takes, in lower case and without parameters. Where any will do,
 * `ANY_TYPE` is among them.
 */
export function contentTypes(path: string): readonly string[] {
  return rows.find((row) => row.path.test(path))?.types ?? [JSON_TYPE];
}
