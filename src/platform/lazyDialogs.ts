import type { LiveList } from './liveList';
import type { CheckItem, InputOptions, PickItem, PickOptions, Prompts } from './prompts';
import { QuickPickList } from './quickPickList';

/** VS Code's own dialogs, which load with the first that is shown. */
export class LazyDialogs implements Prompts {
  async pick<T>(
    options: PickOptions,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    return await (await load()).pick(options, items);
  }

  async pickMany<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly CheckItem<T>[],
  ): Promise<readonly T[] | undefined> {
    return await (await load()).pickMany(options, items);
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
