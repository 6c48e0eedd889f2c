import { createContext, useContext } from 'react';
import type { ReactElement } from 'react';
import type { Language } from '../../contracts/language.ts';
import type { CompiledNode, Host, Registry, Screen } from '../core/index.ts';

export interface Engine {
  registry: Registry;
  /** The same object for the whole session; its `lang` may change. */
  host: Host;
  /** host.lang at the last render of the provider, so that texts follow a change of language. */
  lang: Language;
}

export const EngineContext = createContext<Engine | null>(null);
export const ScreenContext = createContext<Screen | null>(null);
export const NodeContext = createContext<CompiledNode | null>(null);

/** Suffix of the DOM ids of the nodes in one scope, such as a row. Empty outside of scopes. */
export const RowContext = createContext('');

/** Number of instances that the repeats around a node make. */
export const InstancesContext = createContext(1);

/** Whether nodes are mounted with what contains them, in one task. */
export const WholeContext = createContext(false);

/** Renders the notice that stands in place of a node, in what frames the node; null: as it is. */
export const NoticeFrameContext = createContext<
  ((node: string, notice: ReactElement) => ReactElement) | null
>(null);

/** Closes the panel around a node; null outside of panels. */
export const CloseContext = createContext<(() => void) | null>(null);

/** The screen's title in the person's language. */
export const TitleContext = createContext('');

function required<T>(value: T | null, provider: string): T {
  if (value === null) throw new Error(`${provider} is missing around this component`);
  return value;
}

/** Registry, host and language. */
export function useEngine(): Engine {
  return required(useContext(EngineContext), 'EngineProvider');
}

/** The screen around this component. */
export function useScreen(): Screen {
  return required(useContext(ScreenContext), 'Screen');
}

/** The node that the widget renders. */
export function useNode(): CompiledNode {
  return required(useContext(NodeContext), 'Node');
}

/** The footer of the dialog around a node, where the buttons of a form's steps stand; null outside of dialogs. */
export const FooterContext = createContext<HTMLElement | null>(null);
