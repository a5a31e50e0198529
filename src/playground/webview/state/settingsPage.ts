import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { SavedPage } from './savedState';
import type { SectionId, SettingRow } from '../settingRows/row';

const DEFAULT_SECTIONS: readonly SectionId[] = ['sampling', 'output'];

export const SETTINGS_WIDTH = { least: 240, most: 560, usual: 300 } as const;

export interface KeptPage {
  /** Element ID. A comparison has several settings panels. */
  readonly id: string;
  readonly isOpen: boolean;
  /** In pixels. Default: usual width. */
  readonly width?: number | undefined;
  readonly sections?: readonly string[] | undefined;
}

export class SettingsPage {
  readonly id: string;
  readonly isOpen: Signal<boolean>;
  /** In pixels. */
  readonly width: Signal<number>;
  readonly sections: Signal<readonly string[]>;
  readonly query = signal('');
  readonly focusWanted = signal<{ readonly key?: string } | undefined>(undefined);

  readonly kept: ReadonlySignal<
    Required<Pick<SavedPage, 'settingsOpen' | 'settingsWidth' | 'settingsSections'>>
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
