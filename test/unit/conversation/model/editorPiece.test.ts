import assert from 'node:assert/strict';
import { fencedText } from '../../../../src/conversation/model/turns';

describe('a selection in a message', () => {
  it('says where it is from, and stands in a block of its language', () => {
    const piece = { path: 'src/a.ts', language: 'typescript', text: 'let a = 1;' };
    assert.equal(
      fencedText({ ...piece, lines: { first: 3, last: 5 } }),
      'src/a.ts:3-5\n```typescript\nlet a = 1;\n```',
    );
    assert.ok(fencedText({ ...piece, lines: { first: 3, last: 3 } }).startsWith('src/a.ts:3\n'));
    assert.ok(fencedText(piece).startsWith('src/a.ts\n'));
  });

  it('can hold blocks of code itself', () => {
    const text = 'Say:\n````\n```js\n1\n```\n````\n';
    assert.equal(
      fencedText({ path: 'a.md', language: 'markdown', text }),
      `a.md\n\`\`\`\`\`markdown\n${text}\`\`\`\`\``,
    );
  });
});
