import { parseCron } from '../../base/cron';
import { text, type Text } from '../text';

const WEEKDAYS = [
  text('on Sundays'),
  text('on Mondays'),
  text('on Tuesdays'),
  text('on Wednesdays'),
  text('on Thursdays'),
  text('on Fridays'),
  text('on Saturdays'),
];

/**
 * When a schedule runs, in words, such as *daily at 09:05*. What can't be said in few words is told as it is written,
 * and so is what is no schedule.
 */
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
      : text('every {0} hours, {1} min past', every[1] ?? '', minute);
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
  return Number(minute) === 0 ? text('hourly') : text('hourly, {0} min past', minute);
}

function onWeekdays(weekday: string, time: string): Text | undefined {
  if (weekday === '1-5' || /^mon-fri$/i.test(weekday)) return text('on weekdays at {0}', time);
  // Undefined for several days. Sunday is 0 and 7.
  const [, number] = /^0 0 \* \* (\d)$/.exec(parseCron(`0 0 * * ${weekday}`) ?? '') ?? [];
  const day = number === undefined ? undefined : WEEKDAYS[Number(number) % WEEKDAYS.length];
  return day && text(`${day.message} at {0}`, time);
}

function isNumber(field: string): boolean {
  return /^\d+$/.test(field);
}
