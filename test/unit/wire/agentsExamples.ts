import { callExamples, type Example } from './example';

export const agentsExamples: readonly Example[] = [
  ...callExamples(
    'agents.create',
    ['v1beta', 'v1'],
    {
      body: {
        id: 'tide-clerk',
        base_agent: 'antigravity-preview-09-2026',
        description: 'Keeps the tide tables.',
        system_instruction: 'Write short tables.',
        tools: [
          { type: 'code_execution' },
          {
            type: 'function',
            name: 'read_gauge',
            description: 'Reads a gauge.',
            parameters: { type: 'object' },
          },
        ],
        agent_config: {
          type: 'antigravity',
          model: 'gemini-3.5-flash',
          max_total_tokens: '200000',
        },
        base_environment: {
          type: 'remote',
          sources: [{ type: 'inline', content: 'High water at six.', target: 'notes/tide.txt' }],
          network: { allowlist: [{ domain: '*.example.com' }] },
        },
      },
    },
    'POST /v1beta/agents',
    '{"id":"tide-clerk","base_agent":"antigravity-preview-09-2026","description":"Keeps the tide tables.","system_instruction":"Write short tables.","tools":[{"type":"code_execution"},{"type":"function","name":"read_gauge","description":"Reads a gauge.","parameters":{"type":"object"}}],"agent_config":{"type":"antigravity","model":"gemini-3.5-flash","max_total_tokens":"200000"},"base_environment":{"type":"remote","sources":[{"type":"inline","content":"High water at six.","target":"notes/tide.txt"}],"network":{"allowlist":[{"domain":"*.example.com"}]}}}',
  ),
  ...callExamples(
    'agents.get',
    ['v1beta', 'v1'],
    { name: 'agents/harbour-clerk' },
    'GET /v1beta/agents/harbour-clerk',
    '{"id":"harbour-clerk","base_agent":"antigravity-preview-09-2026","system_instruction":"List the boats."}',
  ),
  ...callExamples(
    'agents.list',
    ['v1beta', 'v1'],
    { page_size: 20, page_token: 'CgQ=' },
    'GET /v1beta/agents?page_size=20&page_token=CgQ%3D',
    '{"agents":[{"id":"harbour-clerk","base_agent":"antigravity-preview-09-2026","system_instruction":"List the boats."}],"next_page_token":"CgU="}',
  ),
  ...callExamples(
    'agents.delete',
    ['v1beta', 'v1'],
    { name: 'agents/harbour-clerk' },
    'DELETE /v1beta/agents/harbour-clerk',
    '{}',
  ),
];
