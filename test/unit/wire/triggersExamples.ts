import { inBoth, type Example } from './example';

export const triggersExamples: readonly Example[] = [
  ...inBoth(
    'triggers.create',
    {
      body: {
        schedule: '0 6 * * 1-5',
        time_zone: 'Europe/Amsterdam',
        interaction: {
          agent: 'antigravity-preview-09-2026',
          input: 'Note the tide of today.',
          environment: 'remote',
        },
        display_name: 'Ebbe',
        max_consecutive_failures: 3,
        execution_timeout_seconds: 120,
      },
    },
    'POST /v1beta/triggers',
    '{"id":"t4n7c2v9y1ml","status":"active","schedule":"0 6 * * 1-5","time_zone":"Europe/Amsterdam","interaction":{"agent":"antigravity-preview-09-2026","input":"Note the tide of today.","environment":"remote"},"display_name":"Ebbe","max_consecutive_failures":3,"execution_timeout_seconds":120,"consecutive_failure_count":0,"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T08:00:00.125Z","next_run_time":"2026-11-23T05:00:00Z"}',
  ),
  ...inBoth(
    'triggers.get',
    { name: 'triggers/t4n7c2v9y1ml' },
    'GET /v1beta/triggers/t4n7c2v9y1ml',
    '{"id":"t4n7c2v9y1ml","status":"active","schedule":"0 6 * * 1-5","time_zone":"Europe/Amsterdam","interaction":{"agent":"antigravity-preview-09-2026","input":"Note the tide of today.","environment":"remote"},"display_name":"Ebbe","max_consecutive_failures":3,"execution_timeout_seconds":120,"consecutive_failure_count":0,"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T08:00:00.125Z","next_run_time":"2026-11-23T05:00:00Z"}',
  ),
  ...inBoth(
    'triggers.list',
    { page_size: 10 },
    'GET /v1beta/triggers?page_size=10',
    '{"triggers":[{"id":"t4n7c2v9y1ml","status":"active","schedule":"0 6 * * 1-5","time_zone":"Europe/Amsterdam","interaction":{"agent":"antigravity-preview-09-2026","input":"Note the tide of today.","environment":"remote"},"display_name":"Ebbe","max_consecutive_failures":3,"execution_timeout_seconds":120,"consecutive_failure_count":0,"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T08:00:00.125Z","next_run_time":"2026-11-23T05:00:00Z"}],"next_page_token":"CgQ="}',
  ),
  ...inBoth(
    'triggers.update',
    { name: 'triggers/t4n7c2v9y1ml', body: { status: 'paused', display_name: 'Flut' } },
    'PATCH /v1beta/triggers/t4n7c2v9y1ml',
    '{"id":"t4n7c2v9y1ml","status":"paused","schedule":"0 6 * * 1-5","time_zone":"Europe/Amsterdam","interaction":{"agent":"antigravity-preview-09-2026","input":"Note the tide of today.","environment":"remote"},"display_name":"Flut","max_consecutive_failures":3,"execution_timeout_seconds":120,"consecutive_failure_count":0,"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T09:30:00Z","next_run_time":"2026-11-23T05:00:00Z","last_pause_time":"2026-11-20T09:30:00Z"}',
  ),
  ...inBoth(
    'triggers.run',
    { name: 'triggers/t4n7c2v9y1ml' },
    'POST /v1beta/triggers/t4n7c2v9y1ml/executions',
    '{"id":"x5d1b8f3s6hj","trigger_id":"t4n7c2v9y1ml","status":"in_progress","interaction_id":"v1_dHJpZ2dl","start_time":"2026-11-20T08:00:00.125Z","scheduled_time":"2026-11-20T08:00:00.125Z"}',
  ),
  ...inBoth(
    'triggers.listExecutions',
    { name: 'triggers/t4n7c2v9y1ml', page_size: 5 },
    'GET /v1beta/triggers/t4n7c2v9y1ml/executions?page_size=5',
    '{"trigger_executions":[{"id":"x5d1b8f3s6hj","trigger_id":"t4n7c2v9y1ml","status":"completed","interaction_id":"v1_dHJpZ2dl","start_time":"2026-11-20T08:00:00.125Z","scheduled_time":"2026-11-20T08:00:00.125Z","end_time":"2026-11-20T09:30:00Z"}],"next_page_token":"CgQ="}',
  ),
  ...inBoth(
    'triggers.delete',
    { name: 'triggers/t4n7c2v9y1ml' },
    'DELETE /v1beta/triggers/t4n7c2v9y1ml',
    '{}',
  ),
];
