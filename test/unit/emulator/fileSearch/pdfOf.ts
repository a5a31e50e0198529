import { deflateSync } from 'node:zlib';

/** A document with a stream for each page, as a writer of PDFs makes it. */
export function pdfOf(
  pages: readonly string[],
  { isPacked = false, head = '' }: { readonly isPacked?: boolean; readonly head?: string } = {},
): Buffer {
  const parts = pages.map((page, index) => {
    const plain = Buffer.from(page, 'latin1');
    const bytes = isPacked ? deflateSync(plain) : plain;
    const filter = isPacked ? '/Filter /FlateDecode ' : '';
    return Buffer.concat([
      Buffer.from(`${index + 4} 0 obj\n<< ${head}${filter}/Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
  });
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from('%%EOF\n')]);
}
