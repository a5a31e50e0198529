import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly readAtOnce: (code: string) => string;
}

describe('the functions around the modules of a package', () => {
  let readAtOnce: Scripts['readAtOnce'];

  before(async () => {
    const { href } = pathToFileURL(resolve('test/harness/readAtOnce.mjs'));
    ({ readAtOnce } = (await import(href)) as Scripts);
  });

  it('stand in parentheses, whatever is in them', () => {
    assert.equal(
      readAtOnce('"use strict";var a=P((e,t)=>{t.exports=")"}),b=1,c=P(()=>{a()});c();'),
      '"use strict";var a=P(((e,t)=>{t.exports=")"})),b=1,c=P((()=>{a()}));c();',
    );
  });

  it('stand alone among what stays as it is', () => {
    const code =
      'const x=f(1),y=f(()=>1),z=f(()=>{},2);function g(){var a=P(()=>{});return a}h(()=>{});';
    assert.equal(readAtOnce(code), code);
  });
});
