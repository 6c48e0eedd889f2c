import { Button } from '@fluentui/react-components';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { CloseContext, useEngine, useScreen } from '../context.ts';
import { useText } from '../hooks.ts';
import { observeTrail } from './screen-trail.ts';

/**
 * Button of a screen whose record was not found: leads to the last link of the breadcrumb, else to the start page. In a panel
 * it closes that: the screen around it is all right.
 */
export function BackButton({ size, icon }: { size?: 'small'; icon?: ReactElement }) {
  const t = useText();
  const screen = useScreen();
  const { host } = useEngine();
  const trail = useMemo(() => observeTrail(screen), [screen]);
  const { crumbs } = useSyncExternalStore(trail.subscribe, trail.get);
  const close = useContext(CloseContext);
  if (close) {
    return (
      <Button size={size} onClick={close}>
        {t('widgets.panel.close')}
      </Button>
    );
  }
  const last = crumbs.findLast(({ to }) => to !== undefined);
  return (
    <Button size={size} icon={icon} onClick={() => host.navigate(last?.to ?? '/')}>
      {last ? t('widgets.frame.gone.back', { name: last.name }) : t('widgets.frame.gone.home')}
    </Button>
  );
}
