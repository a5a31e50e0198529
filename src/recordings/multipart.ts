/** A part of a multipart body. */
export interface Part {
  /** Without parameters; empty where it has none. */
  readonly type: string;
  readonly bytes: Buffer;
}

const HEAD_END = '\r\n\r\n';

/**
 * The parts of a multipart body, whatever stands between them; undefined where it is none.
 * @param type the header with the boundary.
 */
export function readMultipart(body: Buffer, type: string): readonly Part[] | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const mark = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  let at = body.indexOf(mark);
  while (at >= 0) {
    const start = at + mark.length;
    if (body.toString('latin1', start, start + 2) === '--') return parts;
    const next = body.indexOf(mark, start);
    if (next < 0) return undefined;
    const head = body.indexOf(HEAD_END, start);
    if (head < 0 || head > next) return undefined;
    const [, given = ''] =
      /^content-type:\s*([^;\r\n]+)/im.exec(body.toString('latin1', start, head)) ?? [];
    // A line end stands before the mark, and belongs to it.
    const bytes = body.subarray(head + HEAD_END.length, Math.max(head + HEAD_END.length, next - 2));
    parts.push({ type: given.trim(), bytes });
    at = next;
  }
  return undefined;
}
