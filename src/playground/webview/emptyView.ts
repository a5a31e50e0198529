import type { PlaygroundState } from '../protocol';
import { button } from './button';
import type { PanelContext } from './context';
import { element } from './element';
import { fixButtons } from './fixButtons';
import { revealedText } from './markdown/reveal';
import { fill } from './fill';

/** What stands where no conversation is yet: what one is connected to, and ways to begin. */
export function emptyView(
  panel: PlaygroundState,
  context: PanelContext,
  onStarter: (text: string) => void,
): HTMLElement {
  const { strings } = context;
  const result = element('section', { class: 'empty-state' });
  if (!panel.connection) {
    const row = fixButtons(['addApiKey', 'startEmulator'], '', context);
    row.append(
      button({
        label: strings.chooseConnection,
        class: 'secondary',
        onClick: () => void context.ask('pickConnection', undefined),
      }),
    );
    result.append(
      element('h1', { text: strings.noConnectionTitle }),
      element('p', { text: strings.noConnectionText }),
      row,
    );
    return result;
  }
  const { name, detail, emulator } = panel.connection;
  const isEmbed = panel.mode === 'embed';
  const title = panel.model
    ? fill(isEmbed ? strings.emptyEmbed : strings.emptyTitle, revealedText(panel.model.displayName))
    : strings.emptyTitleNoModel;
  const words = emulator ? strings.emptyEmulator : strings.emptyConnection;
  const starters = element('div', {
    class: 'starters',
    attributes: { role: 'group', 'aria-label': strings.startersLabel },
  });
  const texts = isEmbed
    ? [strings.starterEmbed]
    : [strings.starterExplain, strings.starterCode, strings.starterTable];
  for (const text of texts) {
    starters.append(button({ label: text, class: 'starter', onClick: () => onStarter(text) }));
  }
  result.append(
    element('h1', { text: title }),
    element('p', { text: fill(words, revealedText(name), revealedText(detail)) }),
    starters,
  );
  if (panel.kept === 'these') {
    starters.before(
      element('p', { text: strings.emptyKept }),
      button({
        label: strings.forgetSettings,
        class: 'secondary',
        onClick: () => void context.ask('keepSettings', { keep: false }),
      }),
    );
  }
  if (!panel.model) {
    starters.before(
      button({
        label: strings.chooseModel,
        class: 'primary',
        onClick: () => void context.ask('pickModel', undefined),
      }),
    );
  }
  return result;
}
