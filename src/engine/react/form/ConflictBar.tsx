import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { readPath } from '../../core/index.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Conflict } from '../../core/form/views.ts';
import type { CompiledField } from '../../core/form/compile.ts';
import { useText } from '../hooks.ts';
import { useForm } from './context.ts';
import { maskCpf, shownDate } from './masks.ts';

const useStyles = makeStyles({
  list: { margin: '4px 0 0', paddingInlineStart: '20px', overflowWrap: 'anywhere' },
  actions: { flexWrap: 'wrap' },
});

/** Somebody else saved first: names the fields that differ, and asks which text stays. Nothing is lost unasked. */
export function ConflictBar({ conflict, onKeep }: { conflict: Conflict; onKeep(): void }) {
  const styles = useStyles();
  const t = useText();
  const { model, text } = useForm();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);

  const shown = (field: CompiledField, value: Json | undefined, record: JsonObject): string => {
    if (value === undefined || value === null || value === '') return t('form.empty');
    if (field.sealed) return '••••••';
    if (field.widget === 'date') return shownDate(String(value));
    if (field.widget === 'cpf') return maskCpf(String(value));
    if (Array.isArray(field.options)) {
      const option = field.options.find((one) => one.value === value);
      if (option !== undefined) return text(option.text);
    }
    const current = field.options !== null && 'current' in field.options ? field.options.current : undefined;
    const label = current === undefined ? undefined : readPath(record, current.split('.'));
    if (record[field.name] === value && typeof label === 'string') return label;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };

  return (
    <MessageBar intent="warning" layout="multiline" role="alert">
      <MessageBarBody>
        <MessageBarTitle>{t('form.conflict.title')}</MessageBarTitle>
        {conflict.fields.length === 0 && t('form.conflict.none')}
        {conflict.fields.length > 0 && (
          <ul className={styles.list}>
            {conflict.fields.map(({ name, mine, theirs }) => {
              const field = model.form.fields.get(name)!;
              return (
                <li key={name}>
                  {t('form.conflict.difference', {
                    field: text(field.label),
                    mine: shown(field, mine, model.record),
                    theirs: shown(field, theirs, conflict.theirs),
                  })}
                </li>
              );
            })}
          </ul>
        )}
      </MessageBarBody>
      <MessageBarActions className={styles.actions}>
        <Button ref={keep} size="small" onClick={onKeep}>
          {t('form.conflict.keep')}
        </Button>
        <Button size="small" appearance="transparent" onClick={() => model.takeTheirs()}>
          {t('form.conflict.take')}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
