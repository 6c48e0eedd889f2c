import { Button, makeStyles, Option, Spinner, tokens } from '@fluentui/react-components';
import { Icon, PersonAvatar, ToneBadge } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import type { ShownOption } from './useOptions.ts';
import type { ServerOptions } from './useServerOptions.ts';

const useStyles = makeStyles({
  option: { display: 'inline-flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  note: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    padding: '6px 8px',
    '& .fui-Button': { whiteSpace: 'nowrap' },
    color: tokens.colorNeutralForeground3,
  },
});

/** An option as it stands in a list: its label, with its icon, in its tone, which a disabled one does not have. */
export function OptionContent({
  option: { label, icon, image, tone, disabled: isOff },
  disabled = false,
}: {
  option: ShownOption;
  disabled?: boolean;
}) {
  const styles = useStyles();
  if (tone !== undefined && !disabled && isOff !== true)
    return <ToneBadge tone={tone} text={label} {...(icon !== undefined && { icon })} />;
  if (icon === undefined && image === undefined) return label;
  return (
    <span className={styles.option}>
      {image !== undefined && <PersonAvatar decorative size={20} name={label} image={image} />}
      {icon !== undefined && <Icon name={icon} size={16} />}
      {label}
    </span>
  );
}

/** An option of a list that opens. */
export const renderOption = (option: ShownOption) => (
  <Option
    key={String(option.value)}
    value={String(option.value)}
    text={option.label}
    disabled={option.disabled === true}
  >
    <OptionContent option={option} />
  </Option>
);

/** That there are no options, that they wait for another field, that they are loading, or that they failed to load; nothing where there are some. */
export function OptionsState({
  found: { status, waitsFor = null, options, retry },
  none = 'form.noOptions',
}: {
  found: ServerOptions;
  /** Key of the text that says that there are no options. */
  none?: 'form.noOptions' | 'form.noChoices';
}) {
  const styles = useStyles();
  const t = useText();
  if (status === 'error') {
    return (
      <div className={styles.note} role="alert">
        {t('form.optionsFailed')}
        <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
          {t('widgets.form.retry')}
        </Button>
      </div>
    );
  }
  if (status === 'waiting') {
    return (
      <div className={styles.note} role="status">
        {waitsFor === null ? t('form.optionsWait') : t('form.optionsWaitFor', { field: waitsFor })}
      </div>
    );
  }
  if (options.length > 0 && status === 'ready') return null;
  return (
    <div className={styles.note} role="status">
      {status === 'ready' ? (
        t(none)
      ) : (
        <>
          <Spinner size="extra-tiny" aria-hidden />
          {t('form.loadingOptions')}
        </>
      )}
    </div>
  );
}
