import { Button, makeStyles } from '@fluentui/react-components';
import { useMemo, useSyncExternalStore } from 'react';
import { Icon, useTooltip } from '../../../ui/index.ts';
import type { CompiledSection } from '../../core/form/compile.ts';
import type { CompiledField } from '../../core/form/field.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import { useForm } from './context.ts';

const useStyles = makeStyles({
  // Beside the controls, below the line of their labels.
  root: { paddingTop: '18px', minWidth: '32px' },
});

/** The rows of a section: as many fields as it has columns. */
export function rowsOf({ fields, columns }: CompiledSection): CompiledField[][] {
  const count = Math.ceil(fields.length / columns);
  return Array.from({ length: count }, (_, row) => fields.slice(row * columns, (row + 1) * columns));
}

/** Whether a row has a value to copy, and the form is open for it. */
function rowStore(model: FormModel, row: readonly CompiledField[]) {
  return {
    subscribe(listener: () => void) {
      const ends = row.map(({ name }) => model.subscribeField(name, listener));
      return () => ends.forEach((end) => end());
    },
    get: () =>
      row.some(({ name }) => {
        const { value } = model.field(name);
        return value !== undefined && value !== null && value !== '';
      }),
  };
}

/** Copies the values of a row to the other rows of its section, field by field. */
export function CopyRow({ section, at }: { section: CompiledSection; at: number }) {
  const styles = useStyles();
  const { model, text } = useForm();
  const rows = rowsOf(section);
  const row = rows[at]!;
  const store = useMemo(() => rowStore(model, rowsOf(section)[at]!), [model, section, at]);
  const isFilled = useSyncExternalStore(store.subscribe, store.get);
  const label = section.copy === undefined ? '' : text(section.copy);
  const { trigger, tooltip } = useTooltip(label);
  function copy() {
    const values = row.map(({ name }) => model.field(name).value);
    for (const other of rows) {
      if (other === row) continue;
      other.forEach(({ name }, column) => {
        if (!model.field(name).disabled) model.set([name], values[column]);
      });
    }
  }
  return (
    <div className={styles.root}>
      <Button
        {...trigger}
        appearance="subtle"
        icon={<Icon name="copy" size={16} />}
        aria-label={`${label} (${text(row[0]!.label)})`}
        disabledFocusable={!isFilled}
        onClick={copy}
      />
      {tooltip}
    </div>
  );
}
