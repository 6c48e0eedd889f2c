import { useContext, useEffect, useMemo, useState, useSyncExternalStore, useRef } from 'react';
import { compileExpression, expressionDiagnostic } from '../core/index.ts';
import { localRoots } from '../core/expressions/references.ts';
import type { Scope } from '../core/index.ts';
import { ScreenContext } from './context.ts';
import { useText } from './hooks.ts';
import { diagnosticText } from './screen/notices.tsx';
import { useTexts } from './screen/useTexts.ts';

/** Value of an expression on the open screen. */
export type ExpressionValue =
  | { kind: 'pending' }
  | { kind: 'value'; value: unknown }
  /** It reads a name that has a value only where it is used. */
  | { kind: 'at-use'; name: string }
  /** It reads a name that nothing has there. */
  | { kind: 'unknown'; name: string }
  | { kind: 'error'; message: string };

const pending: ExpressionValue = { kind: 'pending' };
const noNames: readonly string[] = [];
const noSubscription = () => () => undefined;

/**
 * The value that an expression has on the screen around a component, now and after each change of what it reads. It
 * never throws: what fails is said in the person's language.
 * @param local values of the names that only the expression's place has, such as `row`.
 * @param nodeId the node that it belongs to.
 */
export function useExpressionValue(source: string, local: Scope, nodeId: string | null): ExpressionValue {
  const screen = useContext(ScreenContext);
  const t = useText();
  const textsLoaded = useTexts('diagnostics');
  const names = (nodeId === null ? undefined : screen?.compiled.nodes.get(nodeId)?.names) ?? noNames;
  const compiled = useMemo(() => {
    try {
      return compileExpression(source, names);
    } catch (error) {
      return { error };
    }
  }, [source, names]);
  const version = useRef(0);
  const subscribe = useMemo(() => {
    if (screen === null || 'error' in compiled || compiled.refs.length === 0) return noSubscription;
    return (listener: () => void) =>
      screen.store.subscribe(compiled.refs, () => {
        version.current += 1;
        listener();
      });
  }, [screen, compiled]);
  const current = useSyncExternalStore(subscribe, () => version.current);
  const [found, setFound] = useState<{ of: unknown; result: { value: unknown } | { error: unknown } } | null>(
    null,
  );
  const missing = useMemo(() => {
    if (screen === null || 'error' in compiled) return undefined;
    const scope = screen.scope();
    return compiled.refs.find(([root]) => !Object.hasOwn(scope, root!) && !Object.hasOwn(local, root!))?.[0];
  }, [screen, compiled, local]);
  useEffect(() => {
    void current;
    if (screen === null || 'error' in compiled || missing !== undefined) return undefined;
    let isWanted = true;
    const settle = (result: { value: unknown } | { error: unknown }) => {
      if (isWanted) setFound({ of: compiled, result });
    };
    compiled
      .evaluateAsync({ ...screen.scope(), ...local }, () => isWanted)
      .then(
        (value) => settle({ value }),
        (error: unknown) => settle({ error }),
      );
    return () => {
      isWanted = false;
    };
  }, [screen, compiled, local, missing, current]);
  return useMemo(() => {
    // Messages are made again once their texts are loaded.
    void textsLoaded;
    const failed = (error: unknown): ExpressionValue => ({
      kind: 'error',
      message: diagnosticText(t, expressionDiagnostic(error, '')),
    });
    if ('error' in compiled) return failed(compiled.error);
    if (missing !== undefined) {
      const isLocal = [...localRoots, ...names].includes(missing);
      return { kind: isLocal ? 'at-use' : 'unknown', name: missing };
    }
    if (found === null || found.of !== compiled) return pending;
    return 'error' in found.result
      ? failed(found.result.error)
      : { kind: 'value', value: found.result.value };
  }, [compiled, missing, names, found, t, textsLoaded]);
}
