import { useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { useControls } from '../context.ts';
import type { ControlProps } from '../context.ts';
import { OptionsCombobox, useOptionSearch, type OptionSearch } from './OptionsCombobox.tsx';
import { labelOfChoice } from './record-label.ts';
import type { ShownOption } from './useOptions.ts';
import { LockedInput } from './TextControl.tsx';
import { useOptionLabel } from './useServerOptions.ts';

/** One of many options: found by typing, requested from the server where the form names an address. */
export function ComboboxControl(props: ControlProps) {
  const search = useOptionSearch(props);
  const [chosen, setChosen] = useState<ShownOption | null>(null);
  const [searching, setSearching] = useState(false);
  const label = useChosenLabel(props, search, chosen);
  const close = () => {
    setSearching(false);
    search.setTyped('');
  };
  if (props.readOnly) return <LockedInput {...props} text={label} />;
  return (
    <OptionsCombobox
      search={search}
      field={props}
      clearable={!props.required || search.gone.length > 0}
      value={searching ? search.typed : label}
      selectedOptions={isEmpty(props.value) ? [] : [String(props.value)]}
      onChange={() => setSearching(true)}
      onClose={close}
      onChoose={(option) => {
        close();
        if (option !== undefined) setChosen(option);
        props.onChange(option?.value);
      }}
    />
  );
}

const isEmpty = (value: Json | undefined) => value === undefined || value === null;

/** The label of the current value: of the chosen option, of the loaded record, or as the server answers for one row. */
function useChosenLabel(props: ControlProps, search: OptionSearch, chosen: ShownOption | null): string {
  const { loaded } = useControls();
  const { value } = props;
  const { source } = search;
  const ofChoice = chosen !== null && chosen.value === value ? chosen.label : undefined;
  const ofRecord =
    source?.current === undefined
      ? undefined
      : labelOfChoice(loaded(), props.field.name, value, source.current);
  const isScalar = typeof value === 'string' || typeof value === 'number';
  const known = ofChoice ?? ofRecord;
  const answered = useOptionLabel(source, known === undefined && isScalar ? value : null);
  if (isEmpty(value)) return '';
  const listed = search.labelOf(value);
  if (search.gone.length > 0) return listed ?? '';
  if (source === null) return listed ?? '';
  return known ?? answered ?? listed ?? `#${String(value)}`;
}
