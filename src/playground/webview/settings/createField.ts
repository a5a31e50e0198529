import type { RequestPart } from '../../settings';
import type { PanelContext } from '../context';
import { ChoiceField } from './choiceField';
import { ChoicesField } from './choicesField';
import type { FieldView } from './fieldView';
import { FlagField } from './flagField';
import { NumberField } from './numberField';
import { PartField } from './partField';
import type { SettingRow } from './row';
import { TextField } from './textField';
import { wordsOf } from './words';

export interface FieldWishes {
  /** Id of the panel: there may be several on a page. */
  readonly panel: string;
  readonly onChange: () => void;
  readonly onEdit: (part: RequestPart) => void;
}

/** The field of a setting. */
export function createField(
  context: PanelContext,
  setting: SettingRow,
  { panel, onChange, onEdit }: FieldWishes,
): FieldView {
  const row = { ...setting, key: `${panel}-${setting.key}` };
  const name = typeof row.label === 'string' ? context.strings[row.label] : wordsOf(row.label.word);
  switch (row.kind) {
    case 'number':
      return new NumberField(context, row, name, onChange);
    case 'flag':
      return new FlagField(context, row, name, onChange);
    case 'choice':
      return new ChoiceField(context, row, name, onChange);
    case 'choices':
      return new ChoicesField(context, row, name, onChange);
    case 'part':
      return new PartField(context, row, name, onChange, onEdit);
    default:
      return new TextField(context, row, name, onChange);
  }
}
