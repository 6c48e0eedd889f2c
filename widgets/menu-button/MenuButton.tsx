import { MenuButton as FluentMenuButton, MenuItem, Tooltip, makeStyles } from '@fluentui/react-components';
import type { MenuButtonProps } from '../../src/engine/core/index.ts';
import { useBusy, useCan, useRun } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { ButtonMenu, Icon, moldeToken } from '../../src/ui/index.ts';

type Item = WidgetProps<MenuButtonProps>['props']['items'][number];

const useStyles = makeStyles({
  root: { width: 'fit-content', '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' } },
  room: { flexShrink: 0, width: '32px', '@media (pointer: coarse)': { width: '44px' } },
  danger: { color: moldeToken('errorForeground') },
});

function Entry({ item }: { item: Item }) {
  const styles = useStyles();
  const run = useRun();
  const busy = useBusy(item.id);
  return (
    <MenuItem
      disabled={item.disabled === true || busy}
      {...(item.icon ? { icon: <Icon name={item.icon} /> } : {})}
      {...(item.danger ? { className: styles.danger } : {})}
      onClick={() => void run(item.do, { id: item.id })}
    >
      {item.text}
    </MenuItem>
  );
}

/** A button that opens a menu. Renders nothing, or only its room, when the person may use no entry. */
export default function MenuButton({ id, props }: WidgetProps<MenuButtonProps>) {
  const styles = useStyles();
  const can = useCan();
  const items = props.items.filter((item) => item.visible !== false && (!item.access || can(item.access)));
  if (items.length === 0) return props.keepRoom && props.iconOnly ? <span className={styles.room} /> : null;
  const button = (
    <FluentMenuButton
      id={id}
      className={styles.root}
      appearance={props.primary ? 'primary' : props.subtle || props.iconOnly ? 'subtle' : 'secondary'}
      disabled={props.disabled === true}
      {...(props.icon ? { icon: <Icon name={props.icon} /> } : {})}
      {...(props.iconOnly ? { menuIcon: null, 'aria-label': props.text } : {})}
    >
      {props.iconOnly ? null : props.text}
    </FluentMenuButton>
  );
  return (
    <ButtonMenu
      label={props.text}
      button={
        props.iconOnly ? (
          <Tooltip content={props.text} relationship="label">
            {button}
          </Tooltip>
        ) : (
          button
        )
      }
    >
      {items.map((item) => (
        <Entry key={item.id} item={item} />
      ))}
    </ButtonMenu>
  );
}
