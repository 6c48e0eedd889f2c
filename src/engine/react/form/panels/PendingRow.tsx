import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowUndo16Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { LockClosed16Regular } from '@fluentui/react-icons/svg/lock-closed';
import type { KeyboardEvent, Ref } from 'react';
import { PersonAvatar, ToneBadge } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import type { PendingItem } from './pending-items.ts';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    insetInline: 0,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '43px',
    padding: '6px 10px 6px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    '@media (pointer: coarse)': { minHeight: '48px' },
  },
  new: { boxShadow: `inset 3px 0 0 ${tokens.colorStatusSuccessBorderActive}` },
  deleted: { boxShadow: `inset 3px 0 0 ${tokens.colorStatusDangerBorderActive}` },
  name: { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  struck: { textDecorationLine: 'line-through', color: tokens.colorNeutralForeground3 },
  faint: { display: 'inline-flex', filter: 'grayscale(1)' },
  action: { flexShrink: 0, '@media (pointer: coarse)': { minHeight: '44px', minWidth: '44px' } },
});

/** One item of a pending list with the button that changes its state. */
export function PendingRow({
  item,
  index,
  top,
  count,
  avatar,
  image,
  isLocked,
  stays,
  isStop,
  ref,
  onFocus,
  onAct,
  onKeyDown,
}: {
  item: PendingItem;
  index: number;
  top: number;
  count: number;
  avatar: boolean;
  /** Address of the picture, where the item has one. */
  image: string | null;
  isLocked: boolean;
  /** Why the item cannot be removed. */
  stays: string | undefined;
  /** Tab goes to it. */
  isStop: boolean;
  ref: Ref<HTMLLIElement>;
  onFocus(): void;
  onAct(): void;
  onKeyDown(event: KeyboardEvent): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { label, state } = item;
  const button = {
    className: styles.action,
    size: 'small',
    appearance: 'subtle',
    tabIndex: isStop ? 0 : -1,
    'data-stop': index,
    onFocus,
    onClick: onAct,
    onKeyDown,
  } as const;
  return (
    <li
      ref={ref}
      data-line={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={mergeClasses(styles.root, state !== 'existing' && styles[state])}
      style={{ top }}
    >
      {avatar && (
        <span className={state === 'deleted' ? styles.faint : undefined}>
          <PersonAvatar name={label} image={image} size={28} decorative />
        </span>
      )}
      <span className={mergeClasses(styles.name, state === 'deleted' && styles.struck)} title={label}>
        {label}
      </span>
      {state === 'new' && <ToneBadge tone="success" text={t('form.pending.new')} icon="none" />}
      {state === 'deleted' && <ToneBadge tone="danger" text={t('form.pending.leaves')} icon="none" />}
      {!isLocked && state === 'new' && (
        <Button
          {...button}
          icon={<ArrowUndo16Regular />}
          aria-label={t('form.pending.undo', { name: label })}
        />
      )}
      {!isLocked && state === 'deleted' && (
        <Button {...button} aria-label={t('form.pending.restoreItem', { name: label })}>
          {t('form.pending.restore')}
        </Button>
      )}
      {!isLocked && stays !== undefined && (
        <Button
          {...button}
          disabledFocusable
          icon={<LockClosed16Regular />}
          aria-label={`${label}: ${stays}`}
          title={stays}
        />
      )}
      {!isLocked && stays === undefined && state === 'existing' && (
        <Button
          {...button}
          icon={<Dismiss16Regular />}
          aria-label={t('form.pending.remove', { name: label })}
        />
      )}
    </li>
  );
}
