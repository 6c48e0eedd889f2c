import { makeStyles, Tag, TagGroup } from '@fluentui/react-components';
import { useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import type { RemoteOptions } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useControls, type ControlProps } from '../context.ts';
import { OptionsCombobox, useOptionSearch } from './OptionsCombobox.tsx';
import { labelInList } from './record-label.ts';
import type { ShownOption } from './useOptions.ts';
import { useOptionLabel } from './useServerOptions.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
});

/** Several of many options, found by typing; the chosen ones stand below as tags. */
export default function MultiselectControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const search = useOptionSearch(props);
  const [labels, setLabels] = useState<ReadonlyMap<Json, string>>(new Map());
  const chosen: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const isLocked = props.disabled || props.readOnly;
  const change = (next: readonly Json[]) => props.onChange(next.length === 0 ? undefined : [...next]);
  const toggle = (option: ShownOption | undefined) => {
    if (option === undefined) return;
    const { value, label } = option;
    setLabels(new Map(labels).set(value, label));
    change(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  };
  return (
    <div className={styles.root}>
      <OptionsCombobox
        search={search}
        field={props}
        multiselect
        value={search.typed}
        selectedOptions={chosen.map(String)}
        onClose={() => search.setTyped('')}
        onChoose={toggle}
      />
      {chosen.length > 0 && (
        <TagGroup
          className={styles.tags}
          aria-label={t('form.tags.list', { field: props.label })}
          onDismiss={(_, { value }) => change(chosen.filter((one) => String(one) !== value))}
        >
          {chosen.map((one) => (
            <Tag
              key={String(one)}
              value={String(one)}
              size="small"
              dismissible={!isLocked}
              dismissIcon={{ 'aria-label': t('form.tags.remove') }}
            >
              {(search.gone.some(({ value }) => value === one) ? undefined : labels.get(one)) ??
                search.labelOf(one) ??
                (search.source === null ? String(one) : <SentLabel source={search.source} value={one} />)}
            </Tag>
          ))}
        </TagGroup>
      )}
    </div>
  );
}

function SentLabel({ source, value }: { source: RemoteOptions; value: Json }) {
  const { loaded } = useControls();
  const known = labelInList(loaded(), source, value);
  const isAsked = known === null && (typeof value === 'string' || typeof value === 'number');
  const answered = useOptionLabel(source, isAsked ? value : null);
  return known ?? answered ?? `#${String(value)}`;
}
