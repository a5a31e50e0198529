import { inBoth, type Example } from './example';

export const agentsExamples: readonly Example[] = [
  ...inBoth(
    'agents.create',
    {
      body: {
        id: 'tide-clerk',
        base_agent: 'antigravity-preview-09-2026',
        description: 'Keeps the tide tables.',
        system_instruction: 'Write short tables.',
        tools: [{ type: 'code_execution' }],
        base_environment: { type: 'remote', network: { allowlist: [{ domain: '*.example.com' }] } },
      },
    },
    'POST /v1beta/agents',
    '{"id":"tide-clerk","base_agent":"antigravity-preview-09-2026","description":"Keeps the tide tables.","system_instruction":"Write short tables.","tools":[{"type":"code_execution"}],"base_environment":{"type":"remote","network":{"allowlist":[{"domain":"*.example.com"}]}}}',
  ),
  ...inBoth(
    'agents.get',
    { name: 'agents/harbour-clerk' },
    'GET /v1beta/agents/harbour-clerk',
    '{"id":"harbour-clerk","base_agent":"antigravity-preview-09-2026","system_instruction":"List the boats."}',
  ),
  ...inBoth(
    'agents.list',
    { page_size: 20, page_token: 'CgQ=' },
    'GET /v1beta/agents?page_size=20&page_token=CgQ%3D',
    '{"agents":[{"id":"harbour-clerk","base_agent":"antigravity-preview-09-2026","system_instruction":"List the boats."}],"next_page_token":"CgU="}',
  ),
  ...inBoth(
    'agents.delete',
    { name: 'agents/harbour-clerk' },
    'DELETE /v1beta/agents/harbour-clerk',
    '{}',
  ),
];
