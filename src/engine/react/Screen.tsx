import { makeResetStyles } from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { compileDocument, createScreen } from '../core/index.ts';
import type {
  CompiledNode,
  CompiledScreen,
  Diagnostic,
  Host,
  Query,
  Screen as RunningScreen,
} from '../core/index.ts';
import { keyboardScroll } from '../../ui/index.ts';
import { ScreenContext, TitleContext, useEngine, useScreen } from './context.ts';
import { lazyWidget } from './lazy-widget.ts';
import { Node } from './Node.tsx';
import { DocumentDiagnostics } from './notices.tsx';
import { observeTrail, type Crumb } from './screen-trail.ts';
import { useAddressQuery } from './useAddressQuery.ts';
import { useDiagnostics } from './useDiagnostics.ts';
import { usePrepared } from './usePrepared.ts';

const useRootStyles = makeResetStyles({
  // Takes the height it is given: what scrolls (a table's rows) scrolls inside, the rest of the page stays.
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  gap: '12px',
  height: '100%',
  minHeight: 0,
  overflow: 'auto',
  padding: '0 24px 24px',
  '@media (max-width: 767.98px)': { padding: '0 16px 16px' },
});

/** A dialog of the document: its nodes are there only while it is open, so they start fresh each time. */
function DialogNode({ node }: { node: CompiledNode }) {
  const screen = useScreen();
  const open = useMemo(() => screen.isOpen(node.id), [screen, node]);
  return useSyncExternalStore(open.subscribe, open.get) ? <Node node={node} /> : null;
}

/** What the screen is called: tells window and surroundings, and puts the window's title back when it is left. */
function useTrail(
  screen: RunningScreen,
  compiled: CompiledScreen,
  onTrail: ScreenProps['onTrail'],
  embedded: boolean,
): string {
  const { host } = useEngine();
  const observed = useMemo(() => observeTrail(screen, compiled), [screen, compiled]);
  const trail = useSyncExternalStore(observed.subscribe, observed.get);
  useEffect(() => {
    onTrail?.(trail.crumbs);
  }, [trail, onTrail]);
  useEffect(() => () => onTrail?.([]), [onTrail]);
  const { title } = trail;
  useEffect(() => {
    if (title === '' || embedded) return undefined;
    const before = document.title;
    const own = `${title} · ${host.tenant.name}`;
    document.title = own;
    return () => {
      if (document.title === own) document.title = before;
    };
  }, [title, host, embedded]);
  return title;
}

function Body({
  screen,
  query,
  onQuery,
  onTrail,
  embedded = false,
}: { screen: RunningScreen; query: Query } & Pick<ScreenProps, 'onQuery' | 'onTrail' | 'embedded'>) {
  const root = useRootStyles();
  const compiled = useSyncExternalStore(screen.observedDefinition.subscribe, screen.observedDefinition.get);
  const title = useTrail(screen, compiled, onTrail, embedded);
  useAddressQuery(screen, query, onQuery);
  const diagnostics = compiled.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  return (
    <div ref={keyboardScroll} className={root} data-screen={compiled.id}>
      {diagnostics.length > 0 && <DocumentDiagnostics diagnostics={diagnostics} />}
      <TitleContext.Provider value={title}>
        {compiled.body.map((node) => (
          <Node key={node.id} node={node} />
        ))}
        {compiled.dialogs.map((node) => (
          <DialogNode key={node.id} node={node} />
        ))}
      </TitleContext.Provider>
    </div>
  );
}

/** All widgets of the body are asked for at once, so that a container does not hold back its children's code. */
function preload(nodes: readonly CompiledNode[]): void {
  for (const node of nodes) {
    if (node.spec) lazyWidget(node.spec).start();
    preload(node.children);
  }
}

interface ScreenProps {
  document: unknown;
  params: Readonly<Record<string, string>>;
  /** The address's query; what the document's `query` names of it is put into the state. */
  query?: Query | undefined;
  /** Told what the address has to carry, when the state says another thing than it. */
  onQuery?: ((query: Query) => void) | undefined;
  /** Told of the breadcrumb, and again when it changes; an empty one when the screen is left. */
  onTrail?: ((crumbs: readonly Crumb[]) => void) | undefined;
  /** Told after the open screen went on by another definition of the same id. */
  onDefinitionReplaced?: (() => void) | undefined;
  /** It is a part of another page: the window's title is not its own. */
  embedded?: boolean | undefined;
}

type GivenProps = ScreenProps & { diagnostics?: readonly Diagnostic[] };

const noQuery: Query = {};
let opened = 0;

/** A new screen, with a key that no other has: its body shares nothing with the one that stood there before. */
function openScreen(compiled: CompiledScreen, host: Host, params: string, query: Query) {
  opened += 1;
  const screen = createScreen(compiled, host, JSON.parse(params) as Record<string, string>, query);
  return { screen, key: opened, id: compiled.id, host, params };
}

/**
 * The screen of a document and its parameters, opened anew when it is another document or other parameters. Another
 * query is the same screen with other values: only one that opens starts with it. Another definition of the same id is
 * the same screen too: it goes on by the new one.
 */
function useOpened(
  document: unknown,
  compiled: CompiledScreen,
  host: Host,
  params: string,
  query: Query,
  onDefinitionReplaced: (() => void) | undefined,
) {
  const [current, setCurrent] = useState(() => openScreen(compiled, host, params, query));
  const same = current.id === compiled.id && current.host === host && current.params === params;
  const shown = same ? current : openScreen(compiled, host, params, query);
  if (!same) setCurrent(shown);
  const { screen } = shown;
  const drawn = useRef({ screen, document });
  // Not while drawing: a renewal tells everybody who listens to the screen. Nothing half-renewed is ever painted.
  useLayoutEffect(() => {
    const last = drawn.current;
    drawn.current = { screen, document };
    if (screen.compiled === compiled) return;
    screen.replaceDefinition(compiled);
    // The same document compiled again, for a widget that came late, is nothing new to the person.
    if (last.screen === screen && last.document !== document) onDefinitionReplaced?.();
  }, [screen, document, compiled, onDefinitionReplaced]);
  return shown;
}

/**
 * Draws a screen document: its body, its dialogs, the window's title. State, sources and actions live in a core
 * screen made from document and params; another document or other params start a new one, and a newer definition of the
 * same document takes over what the person has typed and opened.
 * `diagnostics` are those the server sent with the document; without them it is checked here first. `fallback` stands there
 * until the widgets are loaded.
 */
export function Screen({ fallback, ...given }: GivenProps & { fallback?: ReactNode }) {
  const prepared = usePrepared(given);
  if (!prepared) return fallback;
  const { diagnostics, ...rest } = prepared.given;
  return diagnostics ? (
    <Running {...rest} diagnostics={diagnostics} revision={prepared.revision} />
  ) : (
    <Checked {...rest} revision={prepared.revision} />
  );
}

/** A document that no server has checked waits for the check's code. */
function Checked(props: ScreenProps & { revision: object }) {
  const checked = useDiagnostics(props.document);
  return checked && <Running {...props} {...checked} />;
}

function Running({
  document,
  params,
  query = noQuery,
  diagnostics,
  revision,
  onQuery,
  onTrail,
  onDefinitionReplaced,
  embedded,
}: ScreenProps & { diagnostics: readonly Diagnostic[]; revision: object }) {
  const { registry, host, lang } = useEngine();
  const compiled = useMemo(() => {
    // A widget that came late is drawn in the place of its stand-in.
    void revision;
    return compileDocument(document, registry, diagnostics);
  }, [document, registry, revision, diagnostics]);
  const given = JSON.stringify(params);
  const { screen, key } = useOpened(document, compiled, host, given, query, onDefinitionReplaced);
  useEffect(() => preload(compiled.body), [compiled]);
  useEffect(() => {
    screen.start();
    return () => screen.dispose();
  }, [screen]);
  const drawnIn = useRef(lang);
  useEffect(() => {
    if (drawnIn.current === lang) return;
    drawnIn.current = lang;
    screen.languageChanged();
  }, [screen, lang]);
  return (
    <ScreenContext.Provider value={screen}>
      <Body key={key} screen={screen} query={query} onQuery={onQuery} onTrail={onTrail} embedded={embedded} />
    </ScreenContext.Provider>
  );
}
