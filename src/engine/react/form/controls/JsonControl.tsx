import { makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { wide } from './props.ts';

const useStyles = makeStyles({
  text: { '& textarea': { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 } },
});

/** Any value, edited as JSON; text that is no JSON is the value as typed. */
export default function JsonControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const [typed, setTyped] = useState<{ text: string; value: Json | undefined } | null>(null);
  const shown =
    typed !== null && Object.is(typed.value, props.value)
      ? typed.text
      : props.value === undefined
        ? ''
        : JSON.stringify(props.value, null, 2);
  return (
    <Textarea
      {...wide(props)}
      className={styles.text}
      resize="vertical"
      rows={2}
      spellCheck={false}
      placeholder={props.placeholder ?? t('form.jsonPlaceholder')}
      value={shown}
      onChange={(_, change) => {
        const value = read(change.value);
        setTyped({ text: change.value, value });
        props.onChange(value);
      }}
    />
  );
}

function read(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
