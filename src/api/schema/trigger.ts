import { CHECKED } from '../status';
import { NEW } from '../versions';
import { page } from './interactions/shared';
import type { MessageFamily } from './row';

const interaction = {
  type: 'interactions.CreateAgentInteraction',
  required: true,
  immutable: true,
  doc: 'What is asked of an agent at each run.',
} as const;
const schedule = {
  type: 'string',
  required: true,
  immutable: true,
  doc: 'When it runs, as five fields of cron: minute, hour, day, month, day of the week.',
} as const;
const timeZone = {
  type: 'string',
  required: true,
  immutable: true,
  doc: 'The zone in which the schedule counts, such as Europe/Rome.',
} as const;
const environment = {
  type: 'string',
  immutable: true,
  doc: 'The id of the sandbox that all runs share. Absent: each has its own.',
} as const;
const mostFailures = {
  type: 'int32',
  immutable: true,
  doc: 'After so many failures in a row it stops by itself. Absent: 5.',
} as const;
const timeout = {
  type: 'int32',
  immutable: true,
  doc: 'How long one run may take, in seconds. Absent: 600.',
} as const;
const displayName = { type: 'string', doc: 'Name for people.' } as const;

// The page on agents calls the third word differently.
const WORDS = {
  stage: 'stable',
  checked: CHECKED,
  source: '@google/genai 3.1.0 (2026-11)',
  documents: 'The guide of agents has disabled in place of error.',
} as const;

/** Triggers: agents that are asked again and again, by a schedule. */
export const triggerMessages = {
  'triggers.Trigger': {
    versions: NEW,
    case: 'snake',
    fields: {
      id: {
        type: 'string',
        required: true,
        outputOnly: true,
        doc: 'The last segment of its name.',
      },
      display_name: displayName,
      status: {
        type: 'triggers.TriggerStatus',
        doc: 'Whether it runs by its schedule.',
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
        doc: 'Failures since the last run that went well.',
      },
      previous_interaction_id: {
        type: 'string',
        outputOnly: true,
        doc: 'The interaction of the last run.',
      },
      create_time: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      update_time: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
      last_run_time: { type: 'timestamp', outputOnly: true, doc: 'When it ran last.' },
      next_run_time: { type: 'timestamp', outputOnly: true, doc: 'When it runs next.' },
      last_pause_time: { type: 'timestamp', outputOnly: true, doc: 'When it was paused last.' },
      last_resume_time: { type: 'timestamp', outputOnly: true, doc: 'When it went on last.' },
    },
  },
  'triggers.TriggerStatus': {
    versions: NEW,
    open: true,
    values: { active: null, paused: null, error: null },
  },
  'triggers.TriggerCreateParams': {
    versions: NEW,
    case: 'snake',
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
  /** All that can change of a trigger. */
  'triggers.TriggerUpdate': {
    versions: NEW,
    case: 'snake',
    fields: {
      display_name: displayName,
      status: {
        type: 'triggers.TriggerUpdateStatus',
        doc: 'Pauses it, or lets it go on.',
        status: WORDS,
      },
    },
  },
  'triggers.TriggerUpdateStatus': {
    versions: NEW,
    values: { active: null, paused: null, error: null },
  },
  'triggers.ListTriggersResponse': page('triggers', 'triggers.Trigger'),
  /** One run of a trigger. */
  'triggers.TriggerExecution': {
    versions: NEW,
    case: 'snake',
    fields: {
      id: { type: 'string', required: true, outputOnly: true, doc: 'Which run it is.' },
      trigger_id: {
        type: 'string',
        required: true,
        outputOnly: true,
        doc: 'The id of the trigger that ran.',
      },
      status: {
        type: 'triggers.TriggerExecutionStatus',
        outputOnly: true,
        doc: 'How far it is, or how it ended.',
      },
      interaction_id: { type: 'string', outputOnly: true, doc: 'The interaction that it began.' },
      environment_id: { type: 'string', outputOnly: true, doc: 'The sandbox that it worked in.' },
      error: { type: 'string', outputOnly: true, doc: 'Why it failed.' },
      scheduled_time: { type: 'timestamp', outputOnly: true, doc: 'When it was due.' },
      start_time: { type: 'timestamp', outputOnly: true, doc: 'When it began.' },
      end_time: { type: 'timestamp', outputOnly: true, doc: 'When it ended.' },
    },
  },
  'triggers.TriggerExecutionStatus': {
    versions: NEW,
    open: true,
    values: { in_progress: null, completed: null, failed: null, skipped: null, timed_out: null },
  },
  'triggers.ListTriggerExecutionsResponse': page('trigger_executions', 'triggers.TriggerExecution'),
} as const satisfies MessageFamily;
