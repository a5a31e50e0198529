import * as vscode from 'vscode';
import { labelText, messageText, plainLines, plainText, promptText } from './plainText';
import {
  BackNavigation,
  type CheckItem,
  type InputOptions,
  type PickItem,
  type PickOptions,
  type Prompts,
  type QuestionPlace,
} from './prompts';

type Question = Pick<
  vscode.InputBox,
  'value' | 'buttons' | 'onDidTriggerButton' | 'step' | 'totalSteps' | 'ignoreFocusOut'
>;

type Entry<T> = vscode.QuickPickItem & { readonly item?: PickItem<T> };

/**
 * Shows prompts as VS Code dialogs. Escapes texts so that they draw no icons or links; callers must not
 * escape.
 */
export class Dialogs implements Omit<Prompts, 'live'> {
  async pick<T>(
    options: PickOptions<T>,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    const pick = vscode.window.createQuickPick<Entry<T>>();
    pick.title = plainText(options.title);
    if (options.placeholder !== undefined) pick.placeholder = plainText(options.placeholder);
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    let rows: readonly Entry<T>[] = [];
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        pick.onDidAccept(() => {
          const [chosen] = pick.selectedItems;
          if (chosen?.item) resolve(chosen.item.value);
        });
        pick.onDidTriggerItemButton(({ item: { item, buttons = [] }, button }) => {
          const pressed = item?.buttons?.[buttons.indexOf(button)];
          if (pressed) resolve(pressed.value);
        });
        showPlace(pick, options.place, reject);
        pick.onDidHide(() => resolve(undefined));
        pick.busy = true;
        pick.show();
        pick.onDidChangeValue((text) => {
          const typed = options.typed?.(text);
          const added = typed ? toEntries(typed) : [];
          if (added.length > 0 || pick.items.length > rows.length) {
            pick.items = [...added.map((row) => ({ ...row, alwaysShow: true })), ...rows];
          }
        });
        Promise.resolve(items).then((arrived) => {
          rows = arrived.flatMap(toEntries);
          pick.items = rows;
          const active = pick.items.filter(({ item }) => item?.active);
          // An empty list would deselect the first item.
          if (active.length > 0) pick.activeItems = active;
          pick.busy = false;
        }, reject);
      });
    } finally {
      pick.dispose();
    }
  }

  async pickMany<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly CheckItem<T>[],
  ): Promise<readonly T[] | undefined> {
    const pick = vscode.window.createQuickPick<Entry<T>>();
    pick.title = plainText(options.title);
    if (options.placeholder !== undefined) pick.placeholder = plainText(options.placeholder);
    pick.canSelectMany = true;
    // The user may look up information without closing the question.
    pick.ignoreFocusOut = true;
    const rows = items.map((item) => ({ item, entries: toEntries(item) }));
    pick.items = rows.flatMap(({ entries }) => entries);
    pick.selectedItems = rows.flatMap(({ item, entries }) =>
      item.checked ? entries.filter((entry) => entry.item !== undefined) : [],
    );
    try {
      return await new Promise<readonly T[] | undefined>((resolve) => {
        pick.onDidAccept(() =>
          resolve(pick.selectedItems.flatMap(({ item }) => (item ? [item.value] : []))),
        );
        pick.onDidHide(() => resolve(undefined));
        pick.show();
      });
    } finally {
      pick.dispose();
    }
  }

  async input(options: InputOptions): Promise<string | undefined> {
    const { buttons = [] } = options;
    const box = vscode.window.createInputBox();
    Object.assign(box, inputBoxTexts(options));
    box.password = options.password ?? false;
    box.value = options.value ?? '';
    box.ignoreFocusOut = true;
    const check = (): string | undefined => {
      const problem = problemText(options, box.value);
      box.validationMessage = problem ?? hintMessage(options, box.value);
      return problem;
    };
    if (options.hint) check();
    try {
      return await new Promise<string | undefined>((resolve, reject) => {
        box.onDidChangeValue(check);
        box.onDidAccept(() => {
          if (check() === undefined) resolve(box.value);
        });
        const own = buttons.map(toIconButton);
        showPlace(box, options.place, reject, own);
        box.onDidTriggerButton((pressed) => buttons[own.indexOf(pressed)]?.run());
        box.onDidHide(() => resolve(undefined));
        box.show();
      });
    } finally {
      box.dispose();
    }
  }

  async confirm<A extends string>(
    message: string,
    options: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    const { detail, actions } = options;
    const modal = { modal: true, ...(detail !== undefined && { detail: plainLines(detail) }) };
    const buttons = actions.map(toButton);
    return (await vscode.window.showWarningMessage(plainText(message), modal, ...buttons))?.action;
  }

  async notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    return (await show(level, messageText(message), actions.map(toButton)))?.action;
  }
}

async function show<B extends vscode.MessageItem>(
  level: 'info' | 'warning' | 'error',
  text: string,
  buttons: readonly B[],
): Promise<B | undefined> {
  if (level === 'info') return await vscode.window.showInformationMessage(text, ...buttons);
  if (level === 'warning') return await vscode.window.showWarningMessage(text, ...buttons);
  return await vscode.window.showErrorMessage(text, ...buttons);
}

/** Escapes the texts of an input box, whose prompt allows links and icons. */
export function inputBoxTexts({
  title,
  prompt,
  placeholder,
}: InputOptions): Partial<Pick<vscode.InputBox, 'title' | 'prompt' | 'placeholder'>> {
  return {
    title: plainText(title),
    ...(prompt !== undefined && { prompt: promptText(prompt) }),
    ...(placeholder !== undefined && { placeholder: plainText(placeholder) }),
  };
}

export function problemText({ validate }: InputOptions, typed: string): string | undefined {
  const problem = validate?.(typed);
  return problem === undefined ? undefined : promptText(problem);
}

/** Includes the prompt, because VS Code shows the message instead of it. */
export function hintMessage(
  { hint, prompt }: InputOptions,
  typed: string,
): vscode.InputBoxValidationMessage | undefined {
  const text = hint?.(typed);
  if (text === undefined) return undefined;
  const message = promptText([text, prompt].filter(Boolean).join(' '));
  return { message, severity: vscode.InputBoxValidationSeverity.Info };
}

interface Button<A> extends vscode.MessageItem {
  readonly action: A;
}

function toButton<A extends string>(action: A): Button<A> {
  return { title: plainText(action), action };
}

function showPlace(
  shown: Question,
  place: QuestionPlace | undefined,
  reject: (reason: BackNavigation) => void,
  others: readonly vscode.QuickInputButton[] = [],
): void {
  const { Back } = vscode.QuickInputButtons;
  shown.buttons = [...(place?.canGoBack ? [Back] : []), ...others];
  shown.onDidTriggerButton((button) => {
    if (button === Back) reject(new BackNavigation(shown.value));
  });
  if (!place) return;
  shown.step = place.step?.[0];
  shown.totalSteps = place.step?.[1];
  // A click elsewhere would lose earlier input.
  shown.ignoreFocusOut = true;
}

function toEntries<T>(item: PickItem<T>): readonly Entry<T>[] {
  const { label, description, detail, icon, separator, buttons = [] } = item;
  const entry: Entry<T> = {
    item,
    label: labelText(label),
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    ...(description === undefined ? {} : { description: labelText(description) }),
    ...(detail === undefined ? {} : { detail: labelText(detail) }),
    buttons: buttons.map(toIconButton),
  };
  if (separator === undefined) return [entry];
  return [{ label: plainText(separator), kind: vscode.QuickPickItemKind.Separator }, entry];
}

function toIconButton({
  icon,
  tooltip,
}: {
  readonly icon: string;
  readonly tooltip: string;
}): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip: plainText(tooltip) };
}
