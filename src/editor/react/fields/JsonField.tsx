import { makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { useText } from '../../../engine/react/index.ts';
import { FieldFrame } from '../../../ui/index.ts';
import type { FieldProps } from './field-props.ts';

const useStyles = makeStyles({
  json: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});

/** A value without a simpler control: its JSON. Text that is no JSON stays as it was typed. */
export function JsonField({ property, value, path, quietLabel = false, onChange }: FieldProps) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null);
  const text =
    typed !== null && (typed.of === written || typed.text !== '') && typed.of === written
      ? typed.text
      : written;
  const [error, setError] = useState(false);
  const leave = () => {
    if (text === written) return;
    if (text.trim() === '') {
      setError(false);
      onChange(path, property.required ? null : undefined);
      return;
    }
    try {
      const parsed = JSON.parse(text) as Json;
      setError(false);
      setTyped(null);
      onChange(path, parsed);
    } catch {
      setError(true);
    }
  };
  return (
    <FieldFrame
      id={id}
      label={property.title}
      quietLabel={quietLabel}
      error={error ? t('editor.panel.noJson') : undefined}
    >
      <Textarea
        id={id}
        className={styles.json}
        resize="vertical"
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        value={text}
        onChange={(_, data) => setTyped({ of: written, text: data.value })}
        onBlur={leave}
      />
    </FieldFrame>
  );
}
