import { Button, makeStyles, MenuItem, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import { useText } from '../../src/engine/react/index.ts';
import { ButtonMenu, FieldFrame, Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'flex-end', gap: '4px', minWidth: 0 },
  control: { flex: '1 1 0', minWidth: 0 },
  chosen: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    paddingInline: '10px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  menu: {
    flexShrink: 0,
    minWidth: '32px',
    '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' },
  },
});

const choices = ['any', 'empty', 'full'] as const;
const texts = {
  any: 'widgets.filter-bar.emptiness.any',
  empty: 'widgets.filter-bar.emptiness.empty',
  full: 'widgets.filter-bar.emptiness.full',
} as const;
const valueOf = { any: '', empty: { empty: true }, full: { empty: false } } as const;

/** A filter that also finds records without a value of its field, or with any: its control, and a menu of the three. */
export default function EmptinessField({
  id,
  label,
  empty,
  children,
  onChange,
}: {
  id: string;
  label: string;
  /** Whether records without a value are found (true) or those with any (false); null for neither. */
  empty: boolean | null;
  /** The control, which stands while neither is chosen. */
  children: ReactNode;
  onChange(value: Json): void;
}) {
  const styles = useStyles();
  const t = useText();
  const chosen = empty === null ? 'any' : empty ? 'empty' : 'full';
  const name = t('widgets.filter-bar.emptiness.menu', { field: label });
  return (
    <div className={styles.root}>
      <div className={styles.control}>
        {empty === null ? (
          children
        ) : (
          <FieldFrame bare {...{ id, label }}>
            <output id={id} className={styles.chosen} data-emptiness={chosen}>
              {t(texts[chosen])}
            </output>
          </FieldFrame>
        )}
      </div>
      <ButtonMenu
        label={name}
        button={
          <Button
            className={styles.menu}
            appearance="subtle"
            icon={<Icon name="more-horizontal" size={16} />}
            aria-label={name}
          />
        }
      >
        {choices.map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={one === chosen}
            icon={one === chosen ? <Icon name="checkmark" size={16} /> : <span />}
            onClick={() => onChange(valueOf[one])}
          >
            {t(texts[one])}
          </MenuItem>
        ))}
      </ButtonMenu>
    </div>
  );
}
