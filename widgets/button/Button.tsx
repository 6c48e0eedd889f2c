import {
  Button as FluentButton,
  Spinner,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import type { ButtonProps } from '../../src/engine/core/index.ts';
import { useBusy } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { CountBadge, Icon, useTooltip } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  danger: {
    color: tokens.colorStatusDangerForeground3,
    ':hover': { color: tokens.colorStatusDangerForeground3 },
  },
  dangerFilled: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorStatusDangerBackground3Hover },
    ':hover:active': { backgroundColor: tokens.colorStatusDangerBackground3Pressed },
  },
  // Not stretched in a column: a button is as wide as its words.
  root: { width: 'fit-content', '@media (pointer: coarse)': { minHeight: '44px' } },
  count: { marginInlineStart: '6px' },
});

/** Fires press. While what it started runs, it shows progress and takes no second press. */
export default function Button({ id, props, fire }: WidgetProps<ButtonProps>) {
  const styles = useStyles();
  const busy = useBusy('press');
  const count = typeof props.badge === 'number' ? props.badge : 0;
  const danger = props.danger === true && props.disabled !== true;
  const disabled = props.disabled === true;
  const icon = busy ? (
    <Spinner size="tiny" aria-hidden />
  ) : props.icon ? (
    <Icon name={props.icon} />
  ) : undefined;
  // What a narrow page header may show as its icon alone.
  const collapsible = props.icon !== undefined && !props.iconOnly && !props.primary;
  // Fluent makes a button square that has nothing but an icon: not even an empty list beside it.
  const words = props.iconOnly ? null : collapsible ? <span data-label>{props.text}</span> : props.text;
  const { trigger, tooltip } = useTooltip(props.text);
  const button = (
    <FluentButton
      id={id}
      appearance={props.primary ? 'primary' : props.subtle ? 'subtle' : 'secondary'}
      className={mergeClasses(styles.root, danger && (props.primary ? styles.dangerFilled : styles.danger))}
      {...(icon ? { icon } : {})}
      {...(props.iconOnly ? trigger : {})}
      {...(collapsible ? { 'data-collapsible': true } : {})}
      disabled={disabled}
      // Stays in the tab order while it runs, so that the focus is not lost.
      disabledFocusable={!disabled && busy}
      aria-busy={busy || undefined}
      onClick={() => void fire('press')}
    >
      {count > 0 ? (
        <>
          {words}
          <CountBadge className={styles.count} look={props.primary ? 'inverted' : 'strong'} count={count} />
        </>
      ) : (
        words
      )}
    </FluentButton>
  );
  if (!props.iconOnly) return button;
  return (
    <>
      {button}
      {tooltip}
    </>
  );
}
