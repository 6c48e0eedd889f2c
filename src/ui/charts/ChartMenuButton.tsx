import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent } from 'react';
import { Icon } from '../marks/Icon.tsx';
import { LazyComponent } from '../states/LazyComponent.tsx';
import { lazyComponent } from '../states/lazy-source.ts';
import { useTooltip } from '../dialogs/useTooltip.tsx';
import type { ChartMenuEntry } from './ChartMenu.tsx';
import { figureButton } from './figure-button.ts';

// Menus weigh as much as a third of a chart.
const chartMenu = lazyComponent(() => import('./ChartMenu.tsx'));

const useStyles = makeStyles({ toggle: figureButton });

/** The button of the menu with what is done with a figure, or with a tile. */
export function ChartMenuButton({
  label,
  title,
  entries,
  className,
}: {
  label: string;
  title: string;
  entries: readonly ChartMenuEntry[];
  /** Of the button. */
  className?: string;
}) {
  const styles = useStyles();
  const { trigger, tooltip } = useTooltip(label);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // A menu that goes lets the focus fall to the page.
    if (target === null && document.activeElement === document.body) opener.current?.focus();
    opener.current = target;
  }, [target]);
  return (
    <>
      <Button
        {...trigger}
        onFocus={(event: FocusEvent<HTMLButtonElement>) => {
          chartMenu.preload();
          trigger.onFocus(event);
        }}
        onPointerEnter={(event: PointerEvent<HTMLButtonElement>) => {
          chartMenu.preload();
          trigger.onPointerEnter(event);
        }}
        appearance="subtle"
        size="small"
        className={mergeClasses(styles.toggle, className)}
        aria-haspopup="menu"
        aria-expanded={target !== null}
        icon={<Icon name="more-horizontal" size={16} />}
        onClick={({ currentTarget }) => setTarget(target === null ? currentTarget : null)}
      />
      {tooltip}
      {target && (
        <LazyComponent source={chartMenu} onFailed={() => setTarget(null)}>
          {(ChartMenu) => (
            <ChartMenu
              target={target}
              label={label}
              title={title}
              entries={entries}
              onClose={() => setTarget(null)}
            />
          )}
        </LazyComponent>
      )}
    </>
  );
}
