import type { ResourceRef } from '../../catalog/ref';
import { patchCall } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** How long to keep it from now on, in seconds. */
const TIMES = [HOUR, 6 * HOUR, DAY, 7 * DAY] as const;

const MOST_DAYS = 365;

/** Sets when the service deletes cached content: as long from now on as the user chooses. */
export const keepLonger: ResourceHandler = async (context, targets) => {
  const [target] = targets;
  if (!target || target.collection || target.kind !== 'cachedContent') return;
  const { services, l10n } = context;
  const seconds = await askForTime(context, target);
  if (seconds === undefined) return;
  const { id, input } = patchCall(target, { ttl: `${seconds}s` }, ['ttl']);
  const mark = services.store.mark([target], 'saving');
  try {
    const kept = await context.progress(
      l10n.t('Keeping {0} longer', target.name),
      async (signal) => await services.calls.call(target, id, input, { signal }),
    );
    services.store.merge(target, kept);
  } finally {
    mark.dispose();
  }
};

async function askForTime(
  { prompts, l10n }: ResourcesContext,
  { name }: ResourceRef,
): Promise<number | undefined> {
  const labels: readonly string[] = [
    l10n.t('1 hour'),
    l10n.t('6 hours'),
    l10n.t('1 day'),
    l10n.t('7 days'),
  ];
  const items = [
    ...TIMES.map((value, at) => ({ label: labels[at] ?? '', value })),
    { label: l10n.t('Another time…'), value: 0 },
  ];
  const chosen = await prompts.pick(
    {
      title: l10n.t('Keep {0} from now on for', name),
      placeholder: l10n.t('The service bills what is cached by tokens and hours'),
    },
    items,
  );
  if (chosen !== 0) return chosen;
  const hours = await prompts.input({
    title: l10n.t('Keep {0} longer', name),
    prompt: l10n.t('Hours from now on'),
    value: '1',
    validate: (value) =>
      hoursOf(value) === undefined
        ? l10n.t('Enter a number of hours above 0, at most {0}.', MOST_DAYS * 24)
        : undefined,
  });
  const wanted = hours === undefined ? undefined : hoursOf(hours);
  return wanted === undefined ? undefined : Math.max(1, Math.round(wanted * HOUR));
}

function hoursOf(value: string): number | undefined {
  const hours = Number(value.trim() || Number.NaN);
  return hours > 0 && hours <= MOST_DAYS * 24 ? hours : undefined;
}
