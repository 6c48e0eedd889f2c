import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Icon } from '../Icon.tsx';
import { LazyComponent } from '../LazyComponent.tsx';
import { lazyComponent } from '../lazy-source.ts';
import { useTooltip } from '../useTooltip.tsx';
import type { ChartMenuEntry } from './ChartMenu.tsx';
import { figureButton } from './figure-button.ts';

// Menus weigh as much as a third of a chart.
const chartMenu = lazyComponent(() => import('./ChartMenu.tsx'));

const useStyles = makeStyles({ toggle: figureButton });

/** The button of the menu with what is done with a figure. */
export function ChartMenuButton({
  label,
  title,
  entries,
}: {
  label: string;
  title: string;
  entries: readonly ChartMenuEntry[];
}) {
  const styles = useStyles();
  const { trigger, tooltip } = useTooltip(label);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const preload = () => chartMenu.preload();
  return (
    <>
      <span onFocus={preload} onPointerEnter={preload}>
        <Button
          {...trigger}
          appearance="subtle"
          size="small"
          className={styles.toggle}
          aria-haspopup="menu"
          aria-expanded={target !== null}
          icon={<Icon name="more-horizontal" size={16} />}
          onClick={({ currentTarget }) => setTarget(target === null ? currentTarget : null)}
        />
      </span>
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
