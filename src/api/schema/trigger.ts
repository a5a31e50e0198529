import { CHECKED } from '../status';
import { NEW } from '../versions';
import { page, SNAKE } from './interactions/shared';
import type { MessageFamily } from './row';

const interaction = {
  type: 'interactions.CreateAgentInteraction',
  required: true,
  immutable: true,
  doc: 'Interaction that the agent runs each time.',
} as const;
const schedule = {
  type: 'string',
  required: true,
  immutable: true,
  doc: 'Cron schedule with five fields: minute, hour, day, month, and day of the week.',
} as const;
const timeZone = {
  type: 'string',
  required: true,
  immutable: true,
  doc: 'Time zone of the schedule, such as Europe/Rome.',
} as const;
const environment = {
  type: 'string',
  immutable: true,
  doc: 'ID of the sandbox that all runs share. Default: a separate sandbox for each run.',
} as const;
const mostFailures = {
  type: 'int32',
  immutable: true,
  doc: 'Number of consecutive failures after which the trigger stops. Default: 5.',
} as const;
const timeout = {
  type: 'int32',
  immutable: true,
  doc: 'Maximum duration of a run, in seconds. Default: 600.',
} as const;
const displayName = { type: 'string', doc: 'Display name.' } as const;

// The agents guide names the third value differently.
const WORDS = {
  stage: 'stable',
  checked: CHECKED,
  source: '@google/genai 3.1.0 (2026-11)',
  documents: 'The agents guide lists disabled instead of error.',
} as const;

export const triggerMessages = {
  'triggers.Trigger': {
    ...SNAKE,
    fields: {
      id: {
        type: 'string',
        required: true,
        outputOnly: true,
        doc: 'Last segment of the resource name.',
      },
      display_name: displayName,
      status: {
        type: 'triggers.TriggerStatus',
        doc: 'Status that determines whether the trigger runs on schedule.',
        status: WORDS,
      },
      schedule,
      time_zone: timeZone,
      interaction,
      environment_id: environment,
      max_consecutive_failures: mostFailures,
      execution_timeout_seconds: timeout,
      consecutive_failure_count: {
        type: 'int32',
        outputOnly: true,
        doc: 'Number of failures since the last successful run.',
      },
      previous_interaction_id: {
        type: 'string',
        outputOnly: true,
        doc: 'ID of the last run’s interaction.',
      },
      create_time: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      update_time: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
      last_run_time: { type: 'timestamp', outputOnly: true, doc: 'Time of the last run.' },
      next_run_time: { type: 'timestamp', outputOnly: true, doc: 'Time of the next run.' },
      last_pause_time: {
        type: 'timestamp',
        outputOnly: true,
        doc: 'Time the trigger was last paused.',
      },
      last_resume_time: {
        type: 'timestamp',
        outputOnly: true,
        doc: 'Time the trigger was last resumed.',
      },
    },
  },
  'triggers.TriggerStatus': {
    versions: NEW,
    open: true,
    values: { active: null, paused: null, error: null },
  },
  'triggers.TriggerCreateParams': {
    ...SNAKE,
    fields: {
      schedule,
      time_zone: timeZone,
      interaction,
      display_name: displayName,
      environment_id: environment,
      max_consecutive_failures: mostFailures,
      execution_timeout_seconds: timeout,
    },
  },
  'triggers.TriggerUpdate': {
    ...SNAKE,
    fields: {
      display_name: displayName,
      status: {
        type: 'triggers.TriggerUpdateStatus',
        doc: 'Pauses or resumes the trigger.',
        status: WORDS,
      },
    },
  },
  'triggers.TriggerUpdateStatus': {
    versions: NEW,
    values: { active: null, paused: null, error: null },
  },
  'triggers.ListTriggersResponse': page('triggers', 'triggers.Trigger'),
  'triggers.TriggerExecution': {
    ...SNAKE,
    fields: {
      id: { type: 'string', required: true, outputOnly: true, doc: 'ID of the run.' },
      trigger_id: {
        type: 'string',
        required: true,
        outputOnly: true,
        doc: 'ID of the trigger that ran.',
      },
      status: {
        type: 'triggers.TriggerExecutionStatus',
        outputOnly: true,
        doc: 'Status or result of the run.',
      },
      interaction_id: {
        type: 'string',
        outputOnly: true,
        doc: 'ID of the interaction that the run started.',
      },
      environment_id: {
        type: 'string',
        outputOnly: true,
        doc: 'ID of the environment that the run used.',
      },
      error: { type: 'string', outputOnly: true, doc: 'Error code.' },
      scheduled_time: {
        type: 'timestamp',
        outputOnly: true,
        doc: 'Time the run was scheduled to start.',
      },
      start_time: { type: 'timestamp', outputOnly: true, doc: 'Time the run started.' },
      end_time: { type: 'timestamp', outputOnly: true, doc: 'Time the run ended.' },
    },
  },
  'triggers.TriggerExecutionStatus': {
    versions: NEW,
    open: true,
    values: { in_progress: null, completed: null, failed: null, skipped: null, timed_out: null },
  },
  'triggers.ListTriggerExecutionsResponse': page('trigger_executions', 'triggers.TriggerExecution'),
} as const satisfies MessageFamily;
