import { isTimeZone, parseCron } from '../../base/calendar';
import { durationText } from '../../base/format';
import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { BodyProblem, Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { Facts, type Parts, shownTime, timeAt, toldBy, wordsOf } from './facts';

interface StateWords {
  readonly word: Text;
  readonly icon?: string;
  readonly condition?: Condition;
}

const STOPPED: StateWords = { word: text('stopped after failures'), condition: 'failed' };

const STATES: { readonly [status: string]: StateWords } = {
  active: { word: text('active') },
  paused: { word: text('paused'), icon: 'debug-pause' },
  error: STOPPED,
  // Matches the term in Google's guide.
  disabled: STOPPED,
};

function stateOf(resource: JsonObject): StateWords | undefined {
  return wordsOf(STATES, textAt(resource, 'status').toLowerCase());
}

function isActive(resource: JsonObject): boolean {
  return textAt(resource, 'status').toLowerCase() === 'active';
}

function scheduleFact(resource: JsonObject): Text | undefined {
  const schedule = textAt(resource, 'schedule');
  return schedule === '' ? undefined : scheduleText(schedule);
}

function timeFact(resource: JsonObject, field: string, message: string): Text | undefined {
  return timeAt(resource, field) === undefined
    ? undefined
    : text(message, shownTime(textAt(resource, field)));
}

/** Facts that need attention come first, because narrow rows are truncated. */
function facts(resource: JsonObject): Parts {
  const state = stateOf(resource);
  return [
    isActive(resource) ? undefined : state?.word,
    scheduleFact(resource),
    isActive(resource) ? timeFact(resource, 'next_run_time', 'next {0}') : undefined,
  ];
}

function problems(body: JsonObject): readonly BodyProblem[] {
  const found: BodyProblem[] = [];
  const schedule = textAt(body, 'schedule');
  const zone = textAt(body, 'time_zone');
  if (schedule !== '' && !parseCron(schedule)) {
    found.push({ message: SCHEDULE_PROBLEM, path: ['schedule'] });
  }
  if (zone !== '' && !isTimeZone(zone)) found.push({ message: ZONE_PROBLEM, path: ['time_zone'] });
  return found;
}

export const SCHEDULE_PROBLEM = text(
  'Enter a cron schedule with five fields: minute, hour, day, month, and day of the week. Example: 0 9 * * 1-5',
);
const ZONE_PROBLEM = text('Unknown time zone. Example: Europe/Rome');

export const trigger = {
  pattern: 'triggers/*',
  message: 'triggers.Trigger',
  namedBy: 'id',
  section: 'interactions',
  icon: 'calendar',
  noun: text('trigger'),
  nouns: text('triggers'),
  title: text('Triggers'),
  empty: text('There are no triggers.'),
  purpose: text('prompts on a schedule'),
  label: (resource) => textAt(resource, 'display_name').trim() || textAt(resource, 'id'),
  hasTwins: true,
  ...toldBy(facts),
  tooltip: (resource) =>
    new Facts()
      .add('ID', resource.id)
      .tell('State', stateOf(resource)?.word)
      .tell('Runs', scheduleFact(resource))
      .add('Schedule', resource.schedule)
      .add('Time zone', resource.time_zone)
      .add('Agent', objectAt(resource, 'interaction').agent)
      .add('Environment', resource.environment_id)
      .add('Next run', resource.next_run_time)
      .add('Last run', resource.last_run_time)
      .add('Consecutive failures', resource.consecutive_failure_count)
      .add('Created', resource.create_time)
      .add('Updated', resource.update_time).rows,
  icons: (resource) => stateOf(resource)?.icon,
  condition: (resource) => stateOf(resource)?.condition,
  state: (resource) => stateOf(resource)?.word,
  lost: () =>
    text('Its run history is deleted too. Interactions that the runs started aren’t deleted.'),
  verbs: {
    runTrigger: () => true,
    pauseTrigger: isActive,
    resumeTrigger: (resource) => !isActive(resource),
  },
  template: {
    display_name: '',
    schedule: '0 9 * * 1-5',
    time_zone: 'UTC',
    interaction: { agent: 'antigravity-preview-09-2026', input: '' },
  },
  problems,
} as const satisfies KindRow;

const RUNS: { readonly [status: string]: StateWords } = {
  in_progress: { word: text('running'), condition: 'busy' },
  completed: { word: text('completed'), icon: 'pass' },
  failed: { word: text('failed'), condition: 'failed' },
  skipped: { word: text('skipped'), icon: 'debug-step-over' },
  timed_out: { word: text('timed out'), condition: 'failed' },
};

function runState(resource: JsonObject): StateWords | undefined {
  return wordsOf(RUNS, textAt(resource, 'status').toLowerCase());
}

function runFacts(resource: JsonObject): Parts {
  const [start, end] = [timeAt(resource, 'start_time'), timeAt(resource, 'end_time')];
  return [
    runState(resource)?.word,
    start === undefined || end === undefined ? undefined : durationText(end - start),
  ];
}

export const triggerExecution = {
  pattern: 'triggers/*/executions/*',
  message: 'triggers.TriggerExecution',
  namedBy: 'id',
  icon: 'run',
  noun: text('run'),
  nouns: text('runs'),
  title: text('Runs'),
  empty: text('No runs yet.'),
  label: (resource) => {
    const at = textAt(resource, 'start_time') || textAt(resource, 'scheduled_time');
    return at === '' ? textAt(resource, 'id') : shownTime(at);
  },
  hasTwins: true,
  ...toldBy(runFacts),
  tooltip: (resource) =>
    new Facts()
      .add('ID', resource.id)
      .tell('State', runState(resource)?.word)
      .add('Error', resource.error)
      .add('Interaction', resource.interaction_id)
      .add('Environment', resource.environment_id)
      .add('Due', resource.scheduled_time)
      .add('Started', resource.start_time)
      .add('Completed', resource.end_time).rows,
  icons: (resource) => runState(resource)?.icon,
  condition: (resource) => runState(resource)?.condition,
  relisted: true,
  state: (resource) => runState(resource)?.word,
  verbs: { openRunInteraction: (resource) => textAt(resource, 'interaction_id') !== '' },
} as const satisfies KindRow;

const WEEKDAYS = [
  text('on Sundays'),
  text('on Mondays'),
  text('on Tuesdays'),
  text('on Wednesdays'),
  text('on Thursdays'),
  text('on Fridays'),
  text('on Saturdays'),
];

/** Describes a cron schedule, such as *daily at 09:05*. Returns complex or invalid ones unchanged. */
export function scheduleText(schedule: string): Text {
  return inWords(schedule.trim()) ?? text('{0}', schedule);
}

function inWords(schedule: string): Text | undefined {
  if (!parseCron(schedule)) return undefined;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = schedule.split(/\s+/);
  if (month !== '*') return undefined;
  const isDaily = day === '*' && weekday === '*';
  if (hour === '*') return isDaily ? withinHours(minute) : undefined;
  const every = /^\*\/(\d+)$/.exec(hour);
  if (every && isNumber(minute) && isDaily) {
    return Number(minute) === 0
      ? text('every {0} hours', every[1] ?? '')
      : text('every {0} hours, {1} min past the hour', every[1] ?? '', minute);
  }
  if (!isNumber(hour) || !isNumber(minute)) return undefined;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (isDaily) return text('daily at {0}', time);
  if (day === '*') return onWeekdays(weekday, time);
  if (weekday === '*' && isNumber(day)) return text('monthly on day {0} at {1}', day, time);
  return undefined;
}

function withinHours(minute: string): Text | undefined {
  if (minute === '*' || minute === '*/1') return text('every minute');
  const every = /^\*\/(\d+)$/.exec(minute);
  if (every) return text('every {0} minutes', every[1] ?? '');
  if (!isNumber(minute)) return undefined;
  return Number(minute) === 0 ? text('hourly') : text('hourly, {0} min past the hour', minute);
}

function onWeekdays(weekday: string, time: string): Text | undefined {
  if (weekday === '1-5' || /^mon-fri$/i.test(weekday)) return text('on weekdays at {0}', time);
  // Undefined if several days match. Sunday is 0 and 7.
  const [, number] = /^0 0 \* \* (\d)$/.exec(parseCron(`0 0 * * ${weekday}`) ?? '') ?? [];
  const day = number === undefined ? undefined : WEEKDAYS[Number(number) % WEEKDAYS.length];
  return day && text(`${day.message} at {0}`, time);
}

function isNumber(field: string): boolean {
  return /^\d+$/.test(field);
}
