import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { Conflict, FieldConflict } from '../../core/form/changes.ts';
import { fieldAt } from '../../core/form/compile.ts';
import { innerField } from '../../core/form/inner-field.ts';
import { useText } from '../hooks.ts';
import { useForm } from './context.ts';
import { useValueFormat } from './value-format.ts';

const useStyles = makeStyles({
  list: { margin: '4px 0 0', paddingInlineStart: '20px', overflowWrap: 'anywhere' },
  actions: { flexWrap: 'wrap' },
});

/** Another person saved first: lists the fields that differ, and asks which version stays. */
export function ConflictBar({
  conflict,
  reminders,
  onKeep,
}: {
  conflict: Conflict;
  /** Grows with each attempt to save without an answer. */
  reminders: number;
  onKeep(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { model, text } = useForm();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), [reminders]);

  const shown = useValueFormat();
  const named = (...of: Parameters<typeof shown>) => shown(...of) ?? t('form.empty');
  /** The field of a difference, and how a person calls it. */
  const placeOf = ({ name, item }: FieldConflict) => {
    const field = fieldAt(model.form, name)!;
    if (item === undefined) return { field, label: text(field.label) };
    const inner = innerField(field, item.inner);
    const title = text(field.own.itemTitle ?? field.label);
    const owner = t('form.array.item', { title, index: item.index + 1 });
    return { field: inner, label: `${owner} › ${text(inner.label)}` };
  };

  return (
    <MessageBar intent="warning" layout="multiline" role="alert">
      <MessageBarBody>
        <MessageBarTitle>{t('form.conflict.title')}</MessageBarTitle>
        {conflict.fields.length === 0 && t('form.conflict.none')}
        {conflict.fields.length > 0 && (
          <ul className={styles.list}>
            {conflict.fields.map((one) => {
              const { mine, theirs } = one;
              const { field, label } = placeOf(one);
              return (
                <li key={label}>
                  {t('form.conflict.difference', {
                    field: label,
                    mine: named(field, mine, model.record),
                    theirs: named(field, theirs, conflict.theirs),
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
