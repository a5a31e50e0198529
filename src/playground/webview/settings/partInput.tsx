import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import type { FieldInput } from '../../../webview/kit/field';
import { openMenu } from '../../../webview/kit/menu';
import type { RequestPart } from '../../../conversation/model/settings';
import { useStore } from '../useStore';
import type { PartRow } from '../settingRows/row';
import { nameOf } from '../settingRows/search';
import type { RowState } from '../state/settingsState';
import { PART_TEMPLATES, type PartTemplate } from '../settingRows/templates';

interface PartInputProps {
  readonly row: PartRow;
  readonly input: FieldInput;
  readonly state: RowState;
  readonly onType: (typed: string) => void;
}

/** Summary of a JSON part, with buttons to edit it or to start from a template. */
export function PartInput({ row, input, state, onType }: PartInputProps): VNode {
  const { settings, format } = useStore();
  const { count } = row;
  const value = 'value' in state.parsed ? state.parsed.value : undefined;
  const many = Array.isArray(value) ? value.length : 1;
  const set = count ? (many === 1 ? count.one : count.many)(format.count(many)) : l10n.t('Set');
  const begin = ({ value: template }: PartTemplate): void => {
    onType(JSON.stringify(template));
    void settings.edit(row.part);
  };
  return (
    <div class="part-row">
      <span class="part-summary">{value === undefined ? l10n.t('None') : set}</span>
      {value === undefined && <TemplateButton row={row} onChoose={begin} />}
      <Button
        id={input.id}
        describedBy={input['aria-describedby']}
        label={l10n.t('Edit…')}
        name={l10n.t('Edit {0}…', nameOf(row))}
        kind="secondary"
        onClick={() => void settings.edit(row.part)}
      />
    </div>
  );
}

interface TemplateButtonProps {
  readonly row: PartRow;
  readonly onChoose: (template: PartTemplate) => void;
}

function TemplateButton({ row, onChoose }: TemplateButtonProps): VNode {
  const button = useRef<HTMLButtonElement>(null);
  const title = l10n.t('Create {0} from Template…', nameOf(row));
  const templates = PART_TEMPLATES.filter(({ part }) => part === row.part);
  const rows = templates.map(({ id, label, detail }) => ({
    id,
    label: label(),
    details: [detail()],
  }));
  return (
    <Button
      buttonRef={button}
      label={title}
      icon="add"
      bare
      hasMenu
      onClick={() => {
        if (!button.current) return;
        openMenu(button.current, {
          title,
          load: async () => ({ kind: 'actions', title, rows }),
          choose: (chosen) => {
            const template = templates.find(({ id }) => id === chosen.id);
            if (template) onChoose(template);
          },
        });
      }}
    />
  );
}

export function OpenEditor({ part }: { readonly part: RequestPart }): VNode | null {
  const { panel, settings } = useStore();
  const open = panel.value?.openParts.find((editor) => editor.part === part);
  if (!open) return null;
  return (
    <Button
      label={open.isDirty ? l10n.t('{0}, unsaved', open.name) : open.name}
      icon="go-to-file"
      kind="link"
      class="open-editor"
      title={l10n.t('Show {0} in the editor. Saving it updates this setting.', open.name)}
      onClick={() => void settings.edit(part)}
    />
  );
}
