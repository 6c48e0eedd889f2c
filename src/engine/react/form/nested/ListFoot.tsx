import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Icon } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import { useNestedStyles } from './parts.tsx';
import type { Items } from './useItems.ts';

const useStyles = makeStyles({
  undo: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
});

/** Below a list: one more, and the way back for the last that was removed. */
export function ListFoot({
  items,
  disabled,
  label,
  add,
}: {
  items: Items;
  disabled: boolean;
  label: string;
  add: string;
}) {
  const nested = useNestedStyles();
  const styles = useStyles();
  const t = useText();
  return (
    <div className={nested.foot}>
      <Button
        icon={<Icon name="add" />}
        disabled={disabled || !items.canAdd}
        aria-label={`${add}: ${label}`}
        onClick={() => items.add()}
      >
        {add}
      </Button>
      {items.removed !== null && (
        <span className={styles.undo}>
          {t('form.nested.removed', { item: items.removed })}
          <Button size="small" appearance="transparent" onClick={items.undo}>
            {t('form.nested.undo')}
          </Button>
        </span>
      )}
      <span className={styles.spoken} role="status">
        {items.spoken}
      </span>
    </div>
  );
}
