/** All files that are dragged in VS Code; `text/uri-list` has the first of them only. */
const INTERNAL_LIST = 'application/vnd.code.uri-list';
/** VS Code's older type: a JSON list of addresses. */
const RESOURCES = 'resourceurls';
const URI_LIST = 'text/uri-list';
/** Rows of our view carry their ids, in JSON. */
const ROWS = 'application/vnd.code.tree.generativelanguage';
const FILE_NAME = /(?:^|\/)(files\/[a-z0-9-]+)$/;

/** A part of `DataTransfer`, so that it can be tested without a browser. */
export interface Transfer {
  readonly types: readonly string[];
  getData(type: string): string;
}

/** Whether what is dragged could be attached; while it is dragged only the types are known. */
export function isAttachable(types: readonly string[]): boolean {
  return types.some(
    (type) => ['Files', INTERNAL_LIST, URI_LIST, RESOURCES].includes(type) || type.startsWith(ROWS),
  );
}

/** Addresses of what was dropped; none where only the content itself came. */
export function urisOf(transfer: Transfer): readonly string[] {
  const internal = lines(transfer.getData(INTERNAL_LIST));
  if (internal.length > 0) return internal;
  const rows = transfer.types.filter((type) => type.startsWith(ROWS));
  const names = rows.flatMap((type) => fileNames(transfer.getData(type)));
  if (names.length > 0) return names;
  const listed = lines(transfer.getData(URI_LIST));
  if (listed.length === 0) return texts(parsed(transfer.getData(RESOURCES)));
  // A picture out of a web page: what it shows came along, its address could not be opened from here.
  const isWeb = listed.every((uri) => /^https?:/i.test(uri));
  return isWeb && transfer.types.includes('Files') ? [] : listed;
}

/** The lines of a list of addresses as RFC 2483 describes it: those with `#` are comments. */
function lines(list: string): readonly string[] {
  return list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function fileNames(rows: string): readonly string[] {
  const value = parsed(rows);
  const handles = typeof value === 'object' && value !== null && 'itemHandles' in value;
  return texts(handles ? value.itemHandles : []).flatMap((id) => FILE_NAME.exec(id)?.[1] ?? []);
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** What isn't JSON says nothing: another program may have used the same type. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json || 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
