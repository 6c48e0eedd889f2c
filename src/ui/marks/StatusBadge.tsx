import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { CSSProperties } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { moldeToken, statusNames, statusToken } from '../theme/tokens.ts';
import type { StatusName } from '../theme/tokens.ts';

export interface StatusBadgeProps {
  /** A status name; an unknown one is rendered as backlog. */
  status: StatusName | (string & {});
  text: string;
  /** 'quiet' is for the normal case: icon and plain text without a fill. */
  appearance?: 'filled' | 'quiet';
  /** Another icon than the status's own, or none if the text suffices. */
  icon?: IconName | (string & {}) | 'none';
}

const iconOf: Record<StatusName, IconName> = {
  backlog: 'circle-hint',
  start: 'circle',
  progress: 'circle-half-fill',
  validation: 'checkbox-checked',
  blocked: 'prohibited',
  concluded: 'checkmark-circle',
  canceled: 'dismiss-circle',
  late: 'clock',
};

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    maxWidth: '100%',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    verticalAlign: 'middle',
  },
  filled: {
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
  // The normal state is coloured in its tick only.
  plain: { color: tokens.colorNeutralForeground2 },
});

/** Returns `name` if it is a status with colours, else backlog. */
function toStatus(name: string): StatusName {
  return statusNames.find((status) => status === name) ?? 'backlog';
}

/** A state as icon and text in the fixed status palette, never as colour alone. */
export function StatusBadge({ status, text, appearance = 'filled', icon }: StatusBadgeProps) {
  const styles = useStyles();
  const known = toStatus(status);
  const iconName = icon ?? (appearance === 'quiet' && known === 'concluded' ? 'checkmark' : iconOf[known]);
  const style: CSSProperties = { color: moldeToken(statusToken(known, 'Foreground')) };
  if (appearance === 'filled') style.backgroundColor = moldeToken(statusToken(known, 'Background'));
  return (
    <span className={mergeClasses(styles.root, appearance === 'filled' && styles.filled)} style={style}>
      {iconName !== 'none' && <Icon name={iconName} size={appearance === 'filled' ? 12 : 14} />}
      <span className={mergeClasses(styles.text, appearance === 'quiet' && styles.plain)}>{text}</span>
    </span>
  );
}
