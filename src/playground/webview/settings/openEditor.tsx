import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import type { RequestPart } from '../../settings';
import { useStore } from '../mount';

/** The editor that a part of the settings is open in; leads there. Nothing where there is none. */
export function OpenEditor({ part }: { readonly part: RequestPart }): VNode | null {
  const { panel, settings } = useStore();
  const open = panel.value?.openParts.find((editor) => editor.part === part);
  if (!open) return null;
  return (
    <Button
      label={open.isDirty ? l10n.t('{0}, not saved', open.name) : open.name}
      icon="go-to-file"
      kind="link"
      class="open-editor"
      title={l10n.t('Show the editor of {0}. What is saved there is set here.', open.name)}
      onClick={() => void settings.edit(part)}
    />
  );
}
