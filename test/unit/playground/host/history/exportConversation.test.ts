import assert from 'node:assert/strict';
import {
  conversationMarkdown,
  sharedConversation,
} from '../../../../../src/playground/host/history/sharedFiles';
import type { ModelTurn } from '../../../../../src/conversation/model/conversation';
import { conversation, model, user } from '../../../conversation/samples';

describe('a conversation as Markdown', () => {
  it('has what was said as it was written, and everything else in blocks', () => {
    const text = conversationMarkdown(
      conversation({
        title: 'A [list](x)\nof *kites*',
        settings: { systemInstruction: 'Be brief.' },
        turns: [
          user('# Mine\n- one'),
          model([
            { text: 'Let me think', thought: true },
            { text: 'Sure, ' },
            { text: '**here**.' },
            { executableCode: { language: 'PYTHON', code: 'print("```")\n' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '```\n' } },
            { functionCall: { name: 'fly', args: { high: true } } },
            { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          ]),
        ],
      }),
    );
    assert.equal(
      text,
      [
        '# A \\[list\\](x) of \\*kites\\*',
        'models/test · 2026-01-31',
        '## System instruction',
        'Be brief.',
        '## You',
        '# Mine\n- one',
        '## test',
        '> **Thoughts**\n>\n> Let me think',
        'Sure, **here**.',
        '````python\nprint("```")\n````',
        '````text\n```\n````',
        '```json\n{\n  "functionCall": {\n    "name": "fly",\n    "args": {\n      "high": true\n    }\n  }\n}\n```',
        '[image/png, 3 bytes]\n',
      ].join('\n\n'),
    );
  });

  it('has the other branches after the shown one, each with the message that it follows', () => {
    const answer = (text: string): ModelTurn => model([{ text }], {}, text);
    const text = conversationMarkdown(
      conversation({
        turns: [user('A', 'A'), answer('B2'), user('C', 'C')],
        branches: [
          { after: 'D', turns: [answer('E2')] },
          { after: 'A', turns: [answer('B1'), user('D', 'D'), answer('E1')] },
          { after: '', turns: [user('A0', 'A0')] },
        ],
        branchOrder: ['B1', 'B2', 'E2', 'E1'],
      }),
    );
    assert.deepEqual(text.split('\n\n').slice(2), [
      '## You',
      'A',
      '## test',
      'B2',
      '## You',
      'C',
      '## Other branches',
      '### Branch 1, from the start',
      '#### You',
      'A0',
      '### Branch 2, after message 1',
      '#### test',
      'B1',
      '#### You',
      'D',
      '#### test',
      'E1',
      '### Branch 3, after message 2 of branch 2',
      '#### test',
      'E2\n',
    ]);
  });

  it('says why an answer failed', () => {
    const failure = { message: 'The quota is used up.', fixes: [] };
    const turns = [user('Hi'), model([], { verdict: 'failed', failure })];
    assert.match(conversationMarkdown(conversation({ turns })), /> The quota is used up\./);
  });
});

describe('a conversation to share', () => {
  it('has no places of this machine, and nothing that was not sent', () => {
    const place = { scheme: 'file', authority: '', path: '/home/ann/kite.png' };
    const shared = sharedConversation(
      conversation({
        promptFile: 'file:///home/ann/kite.prompt.json',
        promptSha256: 'f00',
        attachments: [{ id: 'a', name: 'b', mimeType: 'c', kind: 'inline', source: place }],
        turns: [{ ...user('See'), attached: [{ part: 0, name: 'kite.png', source: place }] }],
        branches: [
          {
            after: '',
            turns: [
              { ...user('Or', 'u2'), attached: [{ part: 0, name: 'kite.png', source: place }] },
            ],
          },
        ],
      }),
    );
    assert.equal(shared.branches?.[0]?.turns[0]?.id, 'u2');
    assert.ok(!JSON.stringify(shared).includes('/home/ann'));
    assert.deepEqual(shared.turns, [{ ...user('See'), attached: [{ part: 0, name: 'kite.png' }] }]);
    assert.equal(shared.attachments, undefined);
  });
});
