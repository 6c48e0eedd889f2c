import { compileExpression, resolveAddress, resolveText, resolveTextResult } from '../core/index.ts';
import type { Observable, Screen, Text } from '../core/index.ts';

/** An item of the breadcrumb in the person's words, its link ready to go to. */
export interface Crumb {
  name: string;
  to?: string;
}

/** What the surroundings show of a screen: the window its title, the shell its breadcrumb. */
export interface Trail {
  title: string;
  crumbs: readonly Crumb[];
}

interface Watched {
  get(): string;
  /** References whose change makes it another text. */
  refs: readonly (readonly string[])[];
  refresh(changed: () => void): void;
}

/** A text of the document; an expression that must wait for JSONata is empty until it is known. */
function watchText(screen: Screen, text: Text): Watched {
  if (typeof text === 'string') {
    return { get: () => resolveText(text, screen.texts), refs: [], refresh: () => undefined };
  }
  const expression = compileExpression(text.$expr);
  let value: unknown;
  let asked = 0;
  return {
    get: () => resolveTextResult(value, screen.texts),
    refs: expression.refs,
    refresh(changed) {
      asked += 1;
      const mine = asked;
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
      expression.evaluateAsync(screen.scope()).then((known) => {
        if (mine !== asked) return;
        value = known;
        changed();
      }, failed);
    },
  };
}

/** An address whose references have no value yet leads nowhere yet. */
function linkOf(screen: Screen, link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  try {
    return resolveAddress(link, screen.scope());
  } catch {
    return undefined;
  }
}

/** The screen's title and breadcrumb (without one, the title alone), watched; a new object only when a text changed. */
export function observeTrail(screen: Screen, compiled = screen.compiled): Observable<Trail> {
  const { breadcrumb } = compiled;
  const title = watchText(screen, compiled.title);
  const names = breadcrumb.map((item) => watchText(screen, item.name));
  const watched = [title, ...names];
  const listeners = new Set<() => void>();
  const build = (): Trail => {
    const crumbs = breadcrumb
      .map((item, at): Crumb => {
        const to = linkOf(screen, item.link);
        return { name: names[at]?.get() ?? '', ...(to === undefined ? {} : { to }) };
      })
      .filter(({ name }) => name !== '');
    const own = title.get();
    return { title: own, crumbs: crumbs.length > 0 || own === '' ? crumbs : [{ name: own }] };
  };
  const settle = () => {
    const next = build();
    if (JSON.stringify(next) === JSON.stringify(trail)) return;
    trail = next;
    for (const listener of listeners) listener();
  };
  const refresh = () => {
    for (const one of watched) one.refresh(settle);
    settle();
  };
  for (const one of watched) one.refresh(settle);
  let trail = build();
  const refs = [['lang'], ['params'], ...watched.flatMap((one) => one.refs)];
  return {
    get: () => trail,
    subscribe(listener) {
      // What changed since the first look; React looks again once it listens.
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
