import assert from 'node:assert/strict';
import {
  labelText,
  markdownText,
  messageText,
  plainLines,
  plainText,
  promptText,
  quotedMarkdown,
} from '../../../src/platform/plainText';

// How VS Code reads texts: `parseLinkedText` of linkedText.ts and `renderLabelWithIcons` of iconLabels.ts.
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const ICON = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g;

/** What VS Code shows of a label: `<name>` for each icon. */
function drawn(label: string): string {
  return label.replace(ICON, (_all, escaped: string | undefined, name: string) =>
    escaped === undefined ? `<${name}>` : `$(${name})`,
  );
}

const HOSTILE = [
  '[x](command:workbench.action.closeAllEditors)',
  '[a](HTTPS://canary.invalid)[b](file:///etc/passwd "title")',
  '[[a]](command:b) [$(trash)](command:c)',
  '[two\nlines](command:d)',
  '\\$(trash) \\\\$(x~spin) $(a b) $() $(echo $(trash))',
  '[a] (b) $ (trash)',
];

describe('texts from elsewhere', () => {
  it('show what would be invisible or turn the direction', () => {
    assert.equal(plainText('a\u202ecod.exe'), 'a\\u202ecod.exe');
    assert.equal(plainText('a\u2066b\u200bc\u0007'), 'a\\u2066b\\u200bc\\u0007');
    assert.equal(plainText('\u001b[31mred'), '\\u001b[31mred');
    assert.equal(plainText('two\nlines'), 'two lines');
  });

  it('keep letters of every script, and emoji', () => {
    for (const text of ['Größe', 'שלום', '日本語', '👩‍👩‍👧', '1.0M in · 8k out']) {
      assert.equal(plainText(text), text);
    }
  });

  it('are what one reads where VS Code draws icons', () => {
    for (const text of HOSTILE) assert.equal(drawn(labelText(text)), plainText(text));
    assert.equal(drawn('$(trash)'), '<trash>');
  });

  it('are no links in messages and under input boxes, and no icons there', () => {
    for (const text of HOSTILE) {
      assert.doesNotMatch(messageText(text), LINK);
      assert.doesNotMatch(promptText(text), LINK);
      assert.equal(drawn(promptText(text)), messageText(text));
    }
    assert.match(HOSTILE.join(), LINK);
  });

  it('keep the lines that are meant', () => {
    assert.equal(plainLines('a\nb\u202e\tc'), 'a\nb\\u202e c');
  });

  it('keep their lines and their indents where Markdown quotes them', () => {
    const text = 'a *b*\r\n\r\n- c\n    d\u202e\n---';
    assert.deepEqual(quotedMarkdown(text).split('\n'), [
      String.raw`> a \*b\*  `,
      '>   ',
      String.raw`> \- c  `,
      `> ${'\u00a0'.repeat(4)}d${String.raw`\\u202e`}  `,
      String.raw`> \-\-\-`,
    ]);
  });

  it('are no markup in Markdown', () => {
    const hostile = '![x](https://canary) <img src=x> `a` | $(trash) **b** [c](command:d) &lt;';
    assert.doesNotMatch(markdownText(hostile).replace(/&#\d+;/g, ''), /[^\w\s]/);
  });
});
