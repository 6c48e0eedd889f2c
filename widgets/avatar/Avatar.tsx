import { makeStyles, tokens } from '@fluentui/react-components';
import type { AvatarProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { PersonAvatar } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: '8px', minWidth: 0, maxWidth: '100%' },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightMedium,
  },
});

/** A person's picture or initials, with the name where `showName` is set. */
export default function Avatar({ id, props }: WidgetProps<AvatarProps>) {
  const styles = useStyles();
  return (
    <span id={id} className={styles.root}>
      <PersonAvatar
        name={props.name}
        image={props.image ?? null}
        size={props.size ?? 28}
        decorative={props.showName === true || props.name === ''}
      />
      {props.showName && <span className={styles.name}>{props.name}</span>}
    </span>
  );
}
