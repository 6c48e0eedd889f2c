import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { ChildData } from '../../src/engine/react/index.ts';
import { useText, useTexts } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '44px', flexShrink: 0 },
  title: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  /** Named for screen readers alone. */
  unseen: { opacity: 0 },
});

/** Takes everything beside an element out of reach of keyboard and screen readers. @returns the way back. */
function isolate(element: HTMLElement): () => void {
  const taken: HTMLElement[] = [];
  for (let at: HTMLElement = element; at.parentElement && at.id !== 'root'; at = at.parentElement)
    for (const other of at.parentElement.children)
      if (
        other !== at &&
        other instanceof HTMLElement &&
        !other.inert &&
        at.parentElement !== document.body
      ) {
        other.inert = true;
        taken.push(other);
      }
  return () => taken.forEach((other) => (other.inert = false));
}

/** The line above a tile that takes the whole window. Escape leaves it. */
export default function FullScreenBar({
  tile,
  child,
  onLeave,
}: {
  tile: RefObject<HTMLElement | null>;
  child: ChildData;
  onLeave(): void;
}) {
  const styles = useStyles();
  const t = useText();
  useTexts('views');
  const title = child.title();
  // Most figures show their title themselves.
  const isShown = tile.current?.textContent.trimStart().startsWith(title) === true;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const release = tile.current ? isolate(tile.current) : () => undefined;
    button.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.stopPropagation();
      onLeave();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      release();
    };
  }, [tile, onLeave]);
  return (
    <div className={styles.root}>
      <h2 className={mergeClasses(styles.title, isShown && styles.unseen)}>{title}</h2>
      <Button ref={button} appearance="subtle" icon={<Icon name="dismiss" />} onClick={onLeave}>
        {t('views.tile.leave')}
      </Button>
    </div>
  );
}
