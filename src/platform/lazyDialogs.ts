import type { LiveList } from './liveList';
import type { InputOptions, PickItem, Prompts } from './prompts';
import { QuickPickList } from './quickPickList';

/** VS Code's own dialogs, which load with the first that is shown. */
export class LazyDialogs implements Prompts {
  async pick<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    return await (await load()).pick(options, items);
  }

  live<T>(): LiveList<T> {
    return new QuickPickList<T>();
  }

  async input(options: InputOptions): Promise<string | undefined> {
    return await (await load()).input(options);
  }

  async confirm<A extends string>(
    message: string,
    options: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    return await (await load()).confirm(message, options);
  }

  async notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    return await (await load()).notify(level, message, ...actions);
  }
}

async function load(): Promise<Omit<Prompts, 'live'>> {
  const { Dialogs } = await import('./dialogs');
  return new Dialogs();
}
