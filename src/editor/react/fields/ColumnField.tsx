import { useContext, useId, useMemo } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { StateField, useLanguage, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { columnNames } from '../../data/columns.ts';
import { ColumnChoicesContext } from '../data/choices.ts';
import type { FieldProps } from './field-props.ts';
import { PlainField } from './PlainField.tsx';

/** The name of a column: a choice among those of the node's source, where they are known. */
export function ColumnField(props: FieldProps) {
  const { property, value, path, mixed = false, onChange } = props;
  const t = useText();
  const lang = useLanguage();
  const id = useId();
  const choices = useContext(ColumnChoicesContext);
  const { title, required } = property;
  const current = typeof value === 'string' ? value : '';
  const settings = useMemo<StateFieldSettings | null>(() => {
    if (choices === null) return null;
    const { columns } = choices;
    const names = columnNames(columns, lang, t);
    const isKnown = current === '' || columns.some(({ name }) => name === current);
    return {
      label: title,
      required,
      control: 'select',
      placeholder: t(mixed ? 'editor.panel.mixed' : 'panel.data.noColumn'),
      options: [
        ...columns.map(({ name }) => ({ value: name, label: names.get(name)! })),
        ...(isKnown ? [] : [{ value: current, label: t('panel.data.goneColumn', { name: current }) }]),
      ],
      ...(!isKnown && { error: t('panel.data.goneColumnHint') }),
    };
  }, [choices, title, required, current, mixed, lang, t]);
  if (choices === null || settings === null) return <PlainField {...props} />;
  const change = (next: Json) => {
    if (typeof next === 'string' && next !== '') choices.choose(path, next);
    else onChange(path, required ? '' : undefined);
  };
  return (
    <StateField id={id} settings={settings} value={mixed ? undefined : current} onChange={change} bare />
  );
}
