import { Button, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Icon } from '../../../../ui/index.ts';
import { useEngine } from '../../context.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import type { ControlProps } from '../context.ts';
import { makePassword } from '../password.ts';
import { wide } from './props.ts';
import { asText } from './values.ts';

const useStyles = makeStyles({
  row: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
  // Wide enough for a generated password; where there is less room, the buttons wrap together.
  input: { flex: '1 1 200px', minWidth: '200px' },
  actions: { display: 'flex', gap: '8px', '& > *': { whiteSpace: 'nowrap' } },
  // Its room is reserved, so that nothing moves when it appears.
  reserved: { visibility: 'hidden' },
});

/** A password that can be shown, and where the form asks for it generated and copied. */
export function PasswordControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const { host } = useEngine();
  const { model } = useForm();
  const [shown, setShown] = useState(false);
  const value = asText(props.value);
  const canGenerate = props.field.generate && !props.readOnly && !props.disabled;

  const generate = () => {
    const password = makePassword();
    props.onChange(password);
    const confirmation = `confirm_${props.field.name}`;
    if (model.form.fields.has(confirmation)) model.set([confirmation], password);
    setShown(true);
  };
  const copy = async () => {
    // Without a secure context there is no clipboard: the text is shown and can be selected.
    setShown(true);
    await navigator.clipboard?.writeText(value);
    host.notify('success', t('form.copied'));
  };

  const input = (
    <Input
      {...wide(props)}
      {...(canGenerate && { className: styles.input })}
      type={shown ? 'text' : 'password'}
      autoComplete={props.field.autocomplete ?? 'new-password'}
      spellCheck={false}
      value={value}
      onChange={(_, change) => props.onChange(change.value === '' ? undefined : change.value)}
      contentAfter={
        <Button
          appearance="transparent"
          size="small"
          icon={<Icon name={shown ? 'eye-off' : 'eye'} />}
          aria-label={t(shown ? 'form.hidePassword' : 'form.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
  if (!canGenerate) return input;
  return (
    <div className={styles.row}>
      {input}
      <div className={styles.actions}>
        <Button icon={<Icon name="key" />} onClick={generate}>
          {t('form.generate')}
        </Button>
        <Button
          className={shown && value !== '' ? undefined : styles.reserved}
          disabled={!shown || value === ''}
          icon={<Icon name="copy" />}
          onClick={() => void copy()}
        >
          {t('form.copy')}
        </Button>
      </div>
    </div>
  );
}
