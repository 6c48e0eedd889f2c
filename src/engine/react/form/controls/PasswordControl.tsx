import { Button, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { passwordWords } from '../../../../contracts/password-words.ts';
import { Icon, LazyComponent, lazyPasswordStrength } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import type { ControlProps } from '../context.ts';
import { generatePassword } from '../password.ts';
import { wide } from './props.ts';
import { asText } from './values.ts';

const useStyles = makeStyles({
  row: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
  // Wide enough for a generated password; where there is less room, the button wraps.
  input: { flex: '1 1 180px', minWidth: '180px' },
  alone: { width: '100%' },
  // Kept from the start, so that the fields below stay where they are.
  strength: { minHeight: '16px' },
  generate: { whiteSpace: 'nowrap', '@media (pointer: coarse)': { minHeight: '44px' } },
});

/** A password that can be shown, with its strength if it is a new one, and where the form asks for it generated. It is offered for copying once it is saved. */
export function PasswordControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const { model } = useForm();
  const [shown, setShown] = useState(false);
  const value = asText(props.value);
  const canGenerate = props.field.generate && !props.readOnly && !props.disabled;

  const isConfirmation = props.field.name.startsWith('confirm_');
  const isNew = props.field.autocomplete === 'new-password' && !isConfirmation && !props.readOnly;

  const generate = () => {
    generatePassword(model, props.field.name, props.onChange);
    setShown(true);
  };

  const input = (
    <Input
      {...wide(props)}
      className={canGenerate ? styles.input : styles.alone}
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
  return (
    <div>
      {canGenerate ? (
        <div className={styles.row}>
          {input}
          <Button className={styles.generate} icon={<Icon name="key" />} onClick={generate}>
            {t('form.generate')}
          </Button>
        </div>
      ) : (
        input
      )}
      {isNew && (
        <div className={styles.strength}>
          {value !== '' && (
            <LazyComponent source={lazyPasswordStrength} fallback={null} renderFailed={() => null}>
              {(Strength) => (
                <Strength
                  password={value}
                  words={passwordWords}
                  label={t('form.strength.label')}
                  levels={[
                    t('form.strength.none'),
                    t('form.strength.weak'),
                    t('form.strength.fair'),
                    t('form.strength.good'),
                    t('form.strength.strong'),
                  ]}
                />
              )}
            </LazyComponent>
          )}
        </div>
      )}
    </div>
  );
}
