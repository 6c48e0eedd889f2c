import { Button } from '@fluentui/react-components';
import { useMemo, useSyncExternalStore } from 'react';
import { useEngine, useScreen } from './context.ts';
import { useText } from './hooks.ts';
import { observeTrail } from './screen-trail.ts';

/** Button of a screen whose record was not found: leads to the last link of the breadcrumb, else to the start page. */
export function BackButton({ size }: { size?: 'small' }) {
  const t = useText();
  const screen = useScreen();
  const { host } = useEngine();
  const trail = useMemo(() => observeTrail(screen), [screen]);
  const { crumbs } = useSyncExternalStore(trail.subscribe, trail.get);
  const last = crumbs.findLast(({ to }) => to !== undefined);
  return (
    <Button size={size} onClick={() => host.navigate(last?.to ?? '/')}>
      {last ? t('widgets.frame.gone.back', { name: last.name }) : t('widgets.frame.gone.home')}
    </Button>
  );
}
