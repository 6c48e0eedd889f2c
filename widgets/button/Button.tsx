import {
  Button as FluentButton,
  Spinner,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
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
  // As wide as its text, also in a column.
  root: { width: 'fit-content', '@media (pointer: coarse)': { minHeight: '44px' } },
  count: { marginInlineStart: '6px' },
});

/** A button that fires `press`. While the node's steps run, it shows progress and ignores further presses. */
export default function Button({ id, props, fire }: WidgetProps<ButtonProps>) {
  const styles = useStyles();
  const busy = useBusy('press');
  const [focused, setFocused] = useState(false);
  const count = typeof props.badge === 'number' ? props.badge : 0;
  const danger = props.danger === true && props.disabled !== true;
  const disabled = props.disabled === true;
  const icon = busy ? (
    <Spinner size="tiny" aria-hidden />
  ) : props.icon ? (
    <Icon name={props.icon} />
  ) : undefined;
  // A narrow page header reduces such a button to its icon.
  const collapsible = props.icon !== undefined && !props.iconOnly && !props.primary;
  // Fluent makes a button square only if it has no children, not even an empty list.
  const label = props.iconOnly ? null : collapsible ? <span data-label>{props.text}</span> : props.text;
  const { trigger, tooltip } = useTooltip(props.text);
  const button = (
    <FluentButton
      id={id}
      appearance={props.primary ? 'primary' : props.subtle ? 'subtle' : 'secondary'}
      className={mergeClasses(styles.root, danger && (props.primary ? styles.dangerFilled : styles.danger))}
      {...(icon ? { icon } : {})}
      {...(props.iconOnly ? trigger : {})}
      {...(collapsible ? { 'data-collapsible': true } : {})}
      disabled={disabled && !focused}
      // The focus is not lost while it runs, nor when it becomes disabled by what it did.
      disabledFocusable={disabled ? focused : busy}
      onFocusCapture={() => setFocused(true)}
      onBlurCapture={() => setFocused(false)}
      aria-busy={busy || undefined}
      onClick={() => void fire('press')}
    >
      {count > 0 ? (
        <>
          {label}
          <CountBadge className={styles.count} look={props.primary ? 'inverted' : 'strong'} count={count} />
        </>
      ) : (
        label
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
