import { plainText } from '../../platform/plainText';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import type { TableCell } from '../../webview/tableRows';

/** Removes control and bidirectional characters from a sheet's texts. Leaves IDs unchanged. */
export function cleanSheet(sheet: Sheet): Sheet {
  return { ...sheet, title: plainText(sheet.title), blocks: sheet.blocks.map(cleanBlock) };
}

function cleanBlock(block: SheetBlock): SheetBlock {
  switch (block.kind) {
    case 'heading':
      return { ...block, text: plainText(block.text) };
    case 'text':
      return { ...block, text: cleanLines(block.text) };
    case 'facts':
      return {
        ...block,
        rows: block.rows.map(([label, value]) => [plainText(label), cleanLines(value)] as const),
      };
    case 'findings':
      return {
        ...block,
        findings: block.findings.map((finding) => ({
          ...finding,
          title: plainText(finding.title),
          text: cleanLines(finding.text),
        })),
      };
    case 'table':
      return {
        ...block,
        caption: plainText(block.caption),
        rows: block.rows.map((row) => ({ ...row, cells: row.cells.map(cleanCell) })),
      };
    case 'chart':
      return { ...block, caption: plainText(block.caption) };
    case 'buttons':
      return block;
  }
}

function cleanCell(cell: TableCell): TableCell {
  return { ...cell, text: plainText(cell.text) };
}

function cleanLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(plainText)
    .join('\n');
}
