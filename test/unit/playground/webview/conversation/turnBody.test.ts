import assert from 'node:assert/strict';
import { looksLikeMarkdown } from '../../../../../src/playground/webview/conversation/turnBody';

describe('a message of the user', () => {
  const MARKDOWN = [
    'a **b** `c`',
    '# Task\n\nDo it.\n\n- a\n  - b\n\n    more of b\n1. c\n   d',
    '```python\ndef f():\n    return 1;\n    return 2;\n```\nWhy?',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'One line of code: `a;`\nreturn 1;',
    'a'.repeat(8000),
  ];
  for (const text of MARKDOWN) {
    it(`is Markdown: ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.equal(looksLikeMarkdown(text), true);
    });
  }

  const PASTED = [
    'def f():\n    return __a__',
    'Explain:\n\nclass A {\n  b = *c;\n}',
    'int *a = b;\nint *c = d;',
    '\tindented',
    '- a\n\ntext\n    code',
    '```\na\n```\n\n    b',
    'a'.repeat(8001),
  ];
  for (const text of PASTED) {
    it(`is as it was pasted: ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.equal(looksLikeMarkdown(text), false);
    });
  }
});
