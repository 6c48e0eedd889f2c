import { compileExpression, resolveAddress, resolveText, resolveTextResult } from '../../core/index.ts';
import type { Observable, Screen, Text } from '../../core/index.ts';

/** An item of the breadcrumb in the person's language, its link resolved. */
export interface Crumb {
  name: string;
  to?: string;
}

/** A screen's title, for the window, and its breadcrumb, for the shell. */
export interface Trail {
  title: string;
  crumbs: readonly Crumb[];
}

interface ObservedText {
  get(): string;
  /** References whose change changes the text. */
  refs: readonly (readonly string[])[];
  refresh(changed: () => void): void;
}

/** A text of the document. An expression that needs JSONata is empty until its result arrives. */
function observeText(screen: Screen, text: Text): ObservedText {
  if (typeof text === 'string') {
    return { get: () => resolveText(text, screen.texts), refs: [], refresh: () => undefined };
  }
  const expression = compileExpression(text.$expr);
  let value: unknown;
  let lastEvaluation = 0;
  return {
    get: () => resolveTextResult(value, screen.texts),
    refs: expression.refs,
    refresh(changed) {
      lastEvaluation += 1;
      const evaluation = lastEvaluation;
      const failed = (error: unknown) =>
        screen.host.report({ document: screen.compiled.id, node: '', error });
      if (expression.plain) {
        try {
          value = expression.evaluate(screen.scope());
        } catch (error) {
          failed(error);
        }
        return;
      }
      expression.evaluateAsync(screen.scope()).then((result) => {
        if (evaluation !== lastEvaluation) return;
        value = result;
        changed();
      }, failed);
    },
  };
}

/** Undefined while a reference of the address has no value. */
function linkOf(screen: Screen, link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  try {
    return resolveAddress(link, screen.scope());
  } catch {
    return undefined;
  }
}

/** Observes the screen's title and breadcrumb (without one, the title alone). The value changes only when a text does. */
export function observeTrail(screen: Screen, compiled = screen.compiled): Observable<Trail> {
  const { breadcrumb } = compiled;
  const title = observeText(screen, compiled.title);
  const names = breadcrumb.map((item) => observeText(screen, item.name));
  const texts = [title, ...names];
  const listeners = new Set<() => void>();
  const build = (): Trail => {
    const crumbs = breadcrumb
      .map((item, at): Crumb => {
        const to = linkOf(screen, item.link);
        return { name: names[at]?.get() ?? '', ...(to === undefined ? {} : { to }) };
      })
      .filter(({ name }) => name !== '');
    const name = title.get();
    return {
      title: name,
      crumbs: crumbs.length > 0 || name === '' ? crumbs : [{ name }],
    };
  };
  const publish = () => {
    const next = build();
    if (JSON.stringify(next) === JSON.stringify(trail)) return;
    trail = next;
    for (const listener of listeners) listener();
  };
  const refresh = () => {
    for (const one of texts) one.refresh(publish);
    publish();
  };
  for (const one of texts) one.refresh(publish);
  let trail = build();
  const refs = [['lang'], ['params'], ...texts.flatMap((one) => one.refs)];
  return {
    get: () => trail,
    subscribe(listener) {
      // Texts may have changed between the first read and this subscription; React reads again after it.
      refresh();
      listeners.add(listener);
      const release = screen.store.subscribe(refs, refresh);
      return () => {
        listeners.delete(listener);
        release();
      };
    },
  };
}
