import assert from 'node:assert/strict';
import { pdfPages } from '../../../../src/emulator/fileSearch/pdfText';
import { pdfOf } from './pdfOf';

const PAGE =
  'BT /F1 12 Tf 72 720 Td (The gate \\(east\\) closes \\251 at) Tj 0 -14 Td ' +
  '[(n)-20(ine) -250 (o) 10 (\\047clock)] TJ T* (nested (words) stay) Tj ET\n' +
  '0 0 m 10 10 l S\nBT (A) Tj <6E64> Tj 30 0 Td (then \x96 more) Tj ET';
const TEXT = "The gate (east) closes © at\nnine o'clock\nnested (words) stay\nAnd then – more";

describe('emulator: the text of a PDF', () => {
  it('is what its pages write, plain or packed', () => {
    assert.deepEqual(pdfPages(pdfOf([PAGE])), [TEXT]);
    const packed = pdfOf([PAGE, 'BT (Second page) Tj ET'], { isPacked: true });
    assert.deepEqual(pdfPages(packed), [TEXT, 'Second page']);
  });
});
