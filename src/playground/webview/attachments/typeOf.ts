/** So much of a file tells text from anything else. */
const BEGINNING = 64 * 1024;
/** The browser knows these by name rightly; a model reads text of any kind as plain text. */
const SURE = /^(image|audio|text)\/|^application\/pdf$/;

/**
 * The MIME type of dropped or pasted content. The browser takes a name's ending for it, which makes films
 * of TypeScript (`video/mp2t`) and nothing of most source code: what begins as text is text.
 * @throws {Error} When the file can't be read.
 */
export async function typeOf(file: File): Promise<string> {
  if (SURE.test(file.type)) return file.type;
  const beginning = await file.slice(0, BEGINNING).arrayBuffer();
  if (isText(new Uint8Array(beginning))) return 'text/plain';
  return file.type || 'application/octet-stream';
}

/** Whether bytes are text in UTF-8, of which the end may be missing. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
