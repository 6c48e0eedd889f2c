import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CompiledNode, CompiledScreen } from '../../core/index.ts';

/** An open form of a page, as the page's header shows it. */
export interface PageForm {
  get(): { changes: number; invalid: number };
  subscribe(listener: () => void): () => void;
  /** Moves the focus to the first field with an error. */
  showFirstError(): void;
  submit(): void;
  /** Discards the changes. @returns a function that brings them back. */
  discard(): () => void;
}

/** Counts of all open forms of a page; the same object while none changes. */
export interface PageCounts {
  changes: number;
  invalid: number;
}

/** The open forms of a page, in the order of their mounting. */
export class PageForms {
  private readonly open = new Map<PageForm, () => void>();
  private readonly listeners = new Set<() => void>();
  private counts: PageCounts = { changes: 0, invalid: 0 };

  get list(): readonly PageForm[] {
    return [...this.open.keys()];
  }

  /** @returns the function that removes the form. */
  register(form: PageForm): () => void {
    this.open.set(
      form,
      form.subscribe(() => this.update()),
    );
    this.update();
    return () => {
      this.open.get(form)?.();
      this.open.delete(form);
      this.update();
    };
  }

  readonly get = (): PageCounts => this.counts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  private update(): void {
    const all = this.list.map((form) => form.get());
    const changes = all.reduce((sum, one) => sum + one.changes, 0);
    const invalid = all.reduce((sum, one) => sum + one.invalid, 0);
    if (changes === this.counts.changes && invalid === this.counts.invalid) return;
    this.counts = { changes, invalid };
    for (const listener of this.listeners) listener();
  }
}

/** The page that a screen's body makes, for its header and its forms. Null in dialogs and work surfaces. */
export interface Page {
  forms: PageForms;
  /** Ids of the nodes of the body itself. */
  top: ReadonlySet<string>;
  /** Ids of the forms that the page consists of: their sections are cards, and the header counts their changes. */
  formIds: ReadonlySet<string>;
  /** Whether header and body have the measure of a form. Beside others, in a grid, a form has that of its place. */
  hasFormMeasure: boolean;
}

/** Containers that add no frame of their own. */
const unframed: ReadonlySet<string> = new Set(['tabs', 'stack', 'section', 'grid']);

function formsIn(nodes: readonly CompiledNode[]): string[] {
  return nodes.flatMap(({ id, type, props, children }) => {
    if (type === 'form') return [id];
    return unframed.has(type) && props['card'] !== true ? formsIn(children) : [];
  });
}

const hasGrid = (nodes: readonly CompiledNode[]): boolean =>
  nodes.some(({ type, children }) => type === 'grid' || hasGrid(children));

export function createPage(compiled: CompiledScreen): Page {
  const formIds = new Set(formsIn(compiled.body));
  return {
    forms: new PageForms(),
    top: new Set(compiled.body.map(({ id }) => id)),
    formIds,
    hasFormMeasure: formIds.size > 0 && !hasGrid(compiled.body),
  };
}

/** Class of the page's element. */
export function pageClass({ formIds, hasFormMeasure }: Page): string {
  if (formIds.size === 0) return 'screen';
  return hasFormMeasure ? 'screen screen-form' : 'screen screen-form screen-wide';
}

export const PageContext = createContext<Page | null>(null);

const noCounts: PageCounts = { changes: 0, invalid: 0 };
const never = () => () => undefined;

/** The page around a node, when the node stands in its body itself: not in a dialog, nor inside another container. */
export function usePage(id: string): Page | null {
  const page = useContext(PageContext);
  return page?.top.has(id) ? page : null;
}

/** Numbers of unsaved changes and of invalid fields of a page's forms. */
export function usePageCounts(page: Page | null): PageCounts {
  return useSyncExternalStore(page?.forms.subscribe ?? never, page?.forms.get ?? (() => noCounts));
}
