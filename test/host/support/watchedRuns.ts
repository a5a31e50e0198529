import * as vscode from 'vscode';
import { activated, withPrompts } from './extension';
import { HeardPrompts } from './heardPrompts';

type Told = readonly [state: string, label: string, message?: string];

/** What runs of the Test Explorer are told, in their order. */
export class WatchedRuns {
  readonly told: Told[] = [];
  readonly messages: vscode.TestMessage[] = [];
  readonly output: string[] = [];
  readonly ended = Promise.withResolvers<undefined>();

  watch(run: vscode.TestRun): vscode.TestRun {
    const say =
      (state: 'passed' | 'failed' | 'errored' | 'skipped') =>
      (item: vscode.TestItem, ...rest: readonly unknown[]): void => {
        const [messages] = rest.filter(Array.isArray) as readonly vscode.TestMessage[][];
        this.messages.push(...(messages ?? []));
        this.told.push([state, item.label]);
      };
    return new Proxy(run, {
      get: (target, name) => {
        if (name === 'passed' || name === 'failed' || name === 'errored' || name === 'skipped') {
          return say(name);
        }
        if (name === 'appendOutput') return (text: string) => void this.output.push(text);
        const value: unknown = Reflect.get(target, name);
        if (name !== 'end') return typeof value === 'function' ? value.bind(target) : value;
        return () => {
          target.end();
          this.ended.resolve(undefined);
        };
      },
    });
  }
}

/** Runs all there is with the default profile, and waits for its end. */
export async function runAll(prompts = new HeardPrompts()): Promise<WatchedRuns> {
  return await watching(async (watched) => {
    await withPrompts(prompts, async () => {
      await vscode.commands.executeCommand('testing.runAll');
      await watched.ended.promise;
    });
  });
}

/** Watches the runs that begin while something is done. */
export async function watching(
  work: (watched: WatchedRuns) => Promise<void>,
): Promise<WatchedRuns> {
  const { testing } = await activated();
  const watched = new WatchedRuns();
  const { controller } = testing;
  const create = controller.createTestRun;
  controller.createTestRun = (...args) => watched.watch(create.apply(controller, args));
  try {
    await work(watched);
  } finally {
    controller.createTestRun = create;
  }
  return watched;
}
