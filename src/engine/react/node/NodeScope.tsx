import { useContext, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createScopedScreen } from '../../core/index.ts';
import type { ScopeNames, Screen } from '../../core/index.ts';
import { RowContext, ScreenContext, WholeContext, useScreen } from '../context.ts';

const open = (screen: Screen, names: ScopeNames, scopeKey: string | number) => ({
  outer: screen,
  scopeKey,
  scoped: createScopedScreen(screen, names, scopeKey),
});

/**
 * Renders nodes in a scope of their own: expressions, addresses and steps see the names. The same nodes may be rendered in
 * many scopes at a time. While the key stays, other values of the names render only the nodes that refer to them.
 */
export function NodeScope({
  names,
  scopeKey,
  sliced = false,
  children,
}: {
  names: ScopeNames;
  scopeKey: string | number;
  /** The scopes may be many: their nodes are mounted in slices, like those of the screen. */
  sliced?: boolean;
  children: ReactNode;
}) {
  const screen = useScreen();
  const outer = useContext(RowContext);
  const whole = useContext(WholeContext);
  const [current, setCurrent] = useState(() => open(screen, names, scopeKey));
  const isSame = current.outer === screen && current.scopeKey === scopeKey;
  const { scoped } = isSame ? current : open(screen, names, scopeKey);
  if (!isSame) setCurrent({ outer: screen, scopeKey, scoped });
  // An effect, as it notifies the nodes; a layout effect, as they must be rendered before the browser paints.
  useLayoutEffect(() => scoped.setNames(names), [scoped, names]);
  return (
    <ScreenContext.Provider value={scoped}>
      <RowContext.Provider value={`${outer}-${scopeKey}`}>
        <WholeContext.Provider value={whole || !sliced}>{children}</WholeContext.Provider>
      </RowContext.Provider>
    </ScreenContext.Provider>
  );
}
