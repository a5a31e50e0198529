import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Saved } from './savedState';
import type { SectionId, SettingRow } from '../settingRows/row';

/** The groups that are open until the user closes them. */
const DEFAULT_SECTIONS: readonly SectionId[] = ['sampling', 'output'];

/** In pixels. */
export const SETTINGS_WIDTH = { least: 240, most: 560, usual: 300 } as const;

/** What a page keeps of how its settings stand. */
export interface KeptPage {
  /** Id of their element: there may be several on a page. */
  readonly id: string;
  readonly isOpen: boolean;
  /** In pixels; absent for the usual one. */
  readonly width?: number | undefined;
  /** Ids of the groups that are open; absent for the usual ones. */
  readonly sections?: readonly string[] | undefined;
}

/** How the settings of a panel stand on their page: open or closed, how wide, and what of them is seen. */
export class SettingsPage {
  readonly id: string;
  readonly isOpen: Signal<boolean>;
  /** In pixels. */
  readonly width: Signal<number>;
  /** Ids of the groups that are open. */
  readonly sections: Signal<readonly string[]>;
  /** What is searched for. */
  readonly query = signal('');
  /** What gets the focus as soon as it is drawn: the field of a row by its key, or the first. */
  readonly focusWanted = signal<{ readonly key?: string } | undefined>(undefined);

  /** What a reload brings back. */
  readonly kept: ReadonlySignal<
    Required<Pick<Saved, 'settingsOpen' | 'settingsWidth' | 'settingsSections'>>
  > = computed(() => ({
    settingsOpen: this.isOpen.value,
    settingsWidth: this.width.value,
    settingsSections: this.sections.value,
  }));

  constructor({ id, isOpen, width, sections }: KeptPage) {
    this.id = id;
    this.isOpen = signal(isOpen);
    this.width = signal(usableWidth(width ?? SETTINGS_WIDTH.usual));
    this.sections = signal(sections ?? DEFAULT_SECTIONS);
  }

  /** Opens the settings where they are not, and moves the focus there. */
  open(focus: { readonly key?: string } = {}): void {
    batch(() => {
      this.isOpen.value = true;
      this.focusWanted.value = focus;
    });
  }

  close(): void {
    this.isOpen.value = false;
  }

  toggle(): void {
    if (this.isOpen.peek()) this.close();
    else this.open();
  }

  /** Opens the settings at a row, whatever is searched for. */
  show({ key, section }: SettingRow): void {
    batch(() => {
      this.query.value = '';
      this.toggleSection(section, true);
      this.open({ key });
    });
  }

  toggleSection(id: SectionId, isOpen: boolean): void {
    const before = this.sections.peek();
    if (isOpen === before.includes(id)) return;
    this.sections.value = isOpen ? [...before, id] : before.filter((other) => other !== id);
  }

  resize(width: number): void {
    this.width.value = usableWidth(width);
  }
}

function usableWidth(width: number): number {
  const { least, most } = SETTINGS_WIDTH;
  return Math.round(Math.min(most, Math.max(least, width)));
}
