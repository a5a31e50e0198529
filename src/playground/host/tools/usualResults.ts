import type { PlaygroundSettings } from '../../conversation';
import type { HandlerParts } from '../handlerParts';

const SHOWN = 120;

/** Lets the user see the usual results of functions, and take them away. */
export async function showUsualResults({
  session,
  prompts,
  actions,
  l10n,
}: HandlerParts): Promise<void> {
  const { mocks = {} } = session.conversation.settings;
  const name = await prompts.pick(
    {
      title: l10n.t('Saved results of functions'),
      placeholder:
        Object.keys(mocks).length > 0
          ? l10n.t('Choose a result to open it or take it away')
          : l10n.t('No function has a saved result yet. Save one where you send it.'),
    },
    Object.entries(mocks).map(([value, result]) => ({
      label: value,
      description: JSON.stringify(result).slice(0, SHOWN),
      icon: 'symbol-method',
      value,
    })),
  );
  if (name === undefined) return;
  const work = await prompts.pick<'open' | 'remove'>({ title: name }, [
    { label: l10n.t('Open Result'), icon: 'go-to-file', value: 'open' },
    { label: l10n.t('Remove Result'), icon: 'trash', value: 'remove' },
  ]);
  if (work === 'open') {
    await actions.showText(`${name}.json`, JSON.stringify(mocks[name], undefined, 2));
  } else if (work === 'remove') {
    session.change((head) => ({ ...head, settings: without(head.settings, name) }));
  }
}

function without({ mocks, ...settings }: PlaygroundSettings, name: string): PlaygroundSettings {
  const left = Object.entries(mocks ?? {}).filter(([other]) => other !== name);
  return left.length === 0 ? settings : { ...settings, mocks: Object.fromEntries(left) };
}
