import assert from 'node:assert/strict';
import { entityDecoder } from '../../../../src/playground/webview/markdown/engine/entityDecoder';

/** What a browser shows: `&amp` and `&not` are names there also without a semicolon. */
const SHOWN: { readonly [text: string]: string } = {
  '&amp;': '&',
  '&semi;': ';',
  '&fjlig;': 'fj',
  '&Aopf;': '\u{1d538}',
  '&ampfoo;': '&foo;',
  '&notit;': '¬it;',
  '&foo;': '&foo;',
};

describe('names of characters', () => {
  let asked: string[] = [];
  const decode = entityDecoder((html) => {
    asked.push(html);
    return SHOWN[html] ?? '';
  });

  it('are what the browser shows for them', () => {
    const texts = ['&amp;', '&semi;', '&fjlig;', '&Aopf;'];
    assert.deepEqual(texts.map(decode), ['&', ';', 'fj', '\u{1d538}']);
  });

  it('stay as they are when only their beginning is one', () => {
    const texts = ['&ampfoo;', '&notit;', '&foo;'];
    assert.deepEqual(texts.map(decode), texts);
  });

  it('are asked for once each, and nothing but a name is', () => {
    decode('&foo;');
    asked = [];
    const texts = ['&foo;', '&foo;', '<img src=x>', '&a<b>;', '&#60;', '&amp'];
    assert.deepEqual(texts.map(decode), texts);
    assert.deepEqual(asked, []);
  });
});
