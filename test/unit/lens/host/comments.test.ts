import assert from 'node:assert/strict';
import { fileIgnore, fileIgnoreLine, lineIgnore } from '../../../../src/lens/host/comments';
import { scan } from '../../../../src/lens/scan';

const CONTEXT = { now: new Date('2026-11-29') };
const VALUE = 'model = "gemini-2.0-flash"';

const FORMS = [
  ['python', '# genlang-ignore'],
  ['typescript', '// genlang-ignore'],
  ['sql', '-- genlang-ignore'],
  ['html', '<!-- genlang-ignore -->'],
] as const;

describe('comments that ignore marks', () => {
  for (const [languageId, comment] of FORMS) {
    it(`are understood in ${languageId}`, () => {
      const marks = (text: string): number =>
        scan({ path: 'app', languageId, text }, CONTEXT).length;
      assert.equal(lineIgnore(languageId), comment);
      assert.equal(marks(`${VALUE}\n${VALUE}`), 2);
      assert.equal(marks(`${VALUE} ${comment}\n${VALUE}`), 1);
      assert.equal(marks(`${fileIgnore(languageId) ?? ''}\n${VALUE}`), 0);
    });
  }

  it('stand on lines of their own where they would be part of a value', () => {
    for (const languageId of ['dotenv', 'properties', 'dockerfile']) {
      assert.equal(lineIgnore(languageId), undefined);
      assert.equal(fileIgnore(languageId), '# genlang-ignore-file');
    }
  });

  it('are not offered in JSON', () => {
    assert.deepEqual([lineIgnore('json'), fileIgnore('json')], [undefined, undefined]);
  });

  it('leave the first line of scripts, PHP, and XML alone', () => {
    const lines = ['#!/bin/sh', '<?php', '<?xml version="1.0"?>', '<!DOCTYPE html>', 'import os'];
    assert.deepEqual(lines.map(fileIgnoreLine), [1, 1, 1, 1, 0]);
  });
});
