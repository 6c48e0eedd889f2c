import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { keyboardScroll, LazyComponent, lazyComponent } from '../../../ui/index.ts';
import { compileDocument, createScreen } from '../../core/index.ts';
import type {
  CompiledNode,
  CompiledScreen,
  Diagnostic,
  Host,
  Query,
  Screen as CoreScreen,
} from '../../core/index.ts';
import { ScreenContext, TitleContext, useEngine, useScreen } from '../context.ts';
import { nodeElement } from '../node/Node.tsx';
import { DocumentDiagnostics, LoadNotice } from './notices.tsx';
import { createPage, pageClass, PageContext } from './page.ts';
import { observeTrail, type Crumb, type Trail } from './screen-trail.ts';
import { useText } from '../hooks.ts';
import { useAddressQuery, type QueryStep } from './useAddressQuery.ts';
import { useDiagnostics } from './useDiagnostics.ts';
import { useIsRecordMissing } from './usePageRecord.ts';
import { useLoadedDocument } from './useLoadedDocument.ts';
import { useWindowTitle } from './useWindowTitle.ts';
import { preloadNodes } from '../node/widget-code.ts';

// Of addresses that name no record.
const missingRecordPage = lazyComponent(() => import('./MissingRecordPage.tsx'));

/** A dialog of the document. Its nodes are mounted only while it is open, so they start fresh each time. */
function DialogNode({ node }: { node: CompiledNode }) {
  const screen = useScreen();
  const opening = useMemo(() => screen.opening(node.id), [screen, node.id]);
  const count = useSyncExternalStore(opening.subscribe, opening.get);
  if (count === 0) return null;
  return (
    <ScreenContext.Provider key={count} value={screen.dialog(node.id)}>
      <PageContext value={null}>{nodeElement(node)}</PageContext>
    </ScreenContext.Provider>
  );
}

/** Names of the query's parameters that open a panel. */
function openingParameters(
  query: CompiledScreen['query'],
  panels: readonly CompiledNode[],
): ReadonlySet<string> {
  const paths = new Set(panels.map(({ props }) => props['bind']));
  return new Set(query.filter(({ path }) => paths.has(path.join('.'))).map(({ name }) => name));
}

/** The trail to a page whose record does not exist: it ends at the list, and no title names a record. */
function withoutRecord({ crumbs }: Trail, title: string): Trail {
  const list = crumbs.findLastIndex(({ to }) => to !== undefined);
  return { title: '', crumbs: [...crumbs.slice(0, list + 1), { name: title }] };
}

/** Reports the screen's title and breadcrumb, and names the window. */
function useTrail(
  screen: CoreScreen,
  compiled: CompiledScreen,
  { onTrail, embedded, isMissing }: Pick<ScreenProps, 'onTrail' | 'embedded'> & { isMissing: boolean },
): Trail {
  const t = useText();
  const observed = useMemo(() => observeTrail(screen, compiled), [screen, compiled]);
  const own = useSyncExternalStore(observed.subscribe, observed.get);
  const missing = isMissing ? t('widgets.frame.gone.none') : '';
  const trail = useMemo(() => (missing === '' ? own : withoutRecord(own, missing)), [own, missing]);
  useEffect(() => {
    onTrail?.(trail.crumbs, trail.title);
  }, [trail, onTrail]);
  useEffect(() => () => onTrail?.([], ''), [onTrail]);
  useWindowTitle(embedded ? '' : missing || trail.title);
  return trail;
}

function ScreenBody({
  screen,
  query,
  onQuery,
  onTrail,
  embedded = false,
}: { screen: CoreScreen; query: Query } & Pick<ScreenProps, 'onQuery' | 'onTrail' | 'embedded'>) {
  const compiled = useSyncExternalStore(screen.observedDefinition.subscribe, screen.observedDefinition.get);
  const isMissing = useIsRecordMissing(screen, compiled);
  const { title, crumbs } = useTrail(screen, compiled, { onTrail, embedded, isMissing });
  const panels = useMemo(() => compiled.body.filter(({ type }) => type === 'panel'), [compiled]);
  const opening = useMemo(() => openingParameters(compiled.query, panels), [compiled, panels]);
  useAddressQuery(screen, query, onQuery, opening);
  const diagnostics = compiled.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const pageParts = useMemo(() => (compiled.work ? null : createPage(compiled)), [compiled]);
  if (isMissing)
    return (
      <div ref={keyboardScroll} className="screen" data-screen={compiled.id}>
        <LazyComponent
          source={missingRecordPage}
          renderFailed={(retry) => <LoadNotice slow={false} retry={retry} />}
        >
          {(MissingRecordPage) => <MissingRecordPage list={crumbs.findLast(({ to }) => to !== undefined)} />}
        </LazyComponent>
      </div>
    );
  const body = (
    <div
      ref={keyboardScroll}
      className={pageParts === null ? 'screen-work' : pageClass(pageParts)}
      data-screen={compiled.id}
    >
      {diagnostics.length > 0 && <DocumentDiagnostics diagnostics={diagnostics} />}
      <TitleContext.Provider value={title}>
        <PageContext value={pageParts}>
          {(panels.length > 0 ? compiled.body.filter((node) => !panels.includes(node)) : compiled.body).map(
            nodeElement,
          )}
        </PageContext>
        {compiled.dialogs.map((node) => (
          <DialogNode key={node.id} node={node} />
        ))}
      </TitleContext.Provider>
    </div>
  );
  if (panels.length === 0) return body;
  return (
    <div className="screen-beside">
      {body}
      <TitleContext.Provider value={title}>
        <PageContext value={null}>{panels.map(nodeElement)}</PageContext>
      </TitleContext.Provider>
    </div>
  );
}

interface ScreenProps {
  document: unknown;
  params: Readonly<Record<string, string>>;
  /** Query of the address; the parameters that the document's `query` declares are copied into the state. */
  query?: Query | undefined;
  /** Called with the new query of the address, and how to get there, when the state changes. */
  onQuery?: ((query: Query, step: QueryStep) => void) | undefined;
  /** Called with the breadcrumb and the title at first and after each change, and with empty ones on unmount. */
  onTrail?: ((crumbs: readonly Crumb[], title: string) => void) | undefined;
  /** Called with the open screen, and with null when it closes. */
  onOpen?: ((screen: CoreScreen | null) => void) | undefined;
  /** Called after a newer definition of the same id has replaced the open screen's. */
  onDefinitionReplaced?: (() => void) | undefined;
  /** The server refuses the screen by now: its forms are read-only, and say so where something was typed. */
  refused?: boolean | undefined;
  /** Another object when the person's permissions changed. The document is one that was loaded with them. */
  permissions?: object | undefined;
  /** The screen is part of another page and does not set the window's title. */
  embedded?: boolean | undefined;
}

const noQuery: Query = {};
let openedScreens = 0;

/** Creates a screen with a React key of its own, so that its body shares no state with the previous one. */
function createOpenScreen(compiled: CompiledScreen, host: Host, params: string, query: Query) {
  openedScreens += 1;
  const screen = createScreen(compiled, host, JSON.parse(params) as Record<string, string>, query);
  return { screen, key: openedScreens, id: compiled.id, host, params };
}

/**
 * Holds the open screen of a document and its parameters. Another document id or other parameters open a new screen,
 * which starts with the query. A newer definition of the same id replaces the definition of the open screen.
 */
function useOpenScreen(
  document: unknown,
  compiled: CompiledScreen,
  host: Host,
  params: string,
  query: Query,
  onDefinitionReplaced: (() => void) | undefined,
  permissions: object | undefined,
) {
  const [current, setCurrent] = useState(() => createOpenScreen(compiled, host, params, query));
  const isSameScreen = current.id === compiled.id && current.host === host && current.params === params;
  const next = isSameScreen ? current : createOpenScreen(compiled, host, params, query);
  if (!isSameScreen) setCurrent(next);
  const { screen } = next;
  const rendered = useRef({ screen, document, permissions });
  // An effect, as replacing notifies the screen's listeners; a layout effect, as it must happen before the browser
  // paints.
  useLayoutEffect(() => {
    const last = rendered.current;
    rendered.current = { screen, document, permissions };
    if (screen.compiled === compiled) {
      if (last.screen === screen && last.permissions !== permissions) screen.permissionsChanged();
      return;
    }
    screen.replaceDefinition(compiled);
    // The same document compiled again, for a slow widget, is not reported.
    if (last.screen === screen && last.document !== document) onDefinitionReplaced?.();
  }, [screen, document, compiled, permissions, onDefinitionReplaced]);
  return next;
}

type ValidatedScreenProps = ScreenProps & { diagnostics?: readonly Diagnostic[] };

/**
 * Renders a screen document: its body, its dialogs, the window's title. State, sources and actions live in a core screen
 * made from document and params; another document or other params start a new one, and a newer definition of the same
 * document keeps input and open dialogs. `diagnostics` are those the server sent with the document; without them it is
 * validated here first. `fallback` is rendered until the widgets are loaded.
 */
export function Screen({ fallback, ...props }: ValidatedScreenProps & { fallback?: ReactNode }) {
  const loaded = useLoadedDocument(props);
  const validated = useDiagnostics(loaded?.props.document, loaded?.props.diagnostics);
  if (!loaded) return fallback;
  return validated && <CompiledDocument {...loaded.props} {...validated} revision={loaded.revision} />;
}

function CompiledDocument({
  document,
  params,
  query = noQuery,
  diagnostics,
  revision,
  onQuery,
  onTrail,
  onOpen,
  onDefinitionReplaced,
  refused = false,
  permissions,
  embedded,
}: ScreenProps & { diagnostics: readonly Diagnostic[]; revision: object }) {
  const { registry, host, lang } = useEngine();
  const compiled = useMemo(() => {
    // A new revision: a slow widget has loaded and replaces its placeholder.
    void revision;
    return compileDocument(document, registry, diagnostics);
  }, [document, registry, revision, diagnostics]);
  const { screen, key } = useOpenScreen(
    document,
    compiled,
    host,
    JSON.stringify(params),
    query,
    onDefinitionReplaced,
    permissions,
  );
  useEffect(() => preloadNodes(compiled.body), [compiled]);
  useEffect(() => {
    screen.start();
    return () => screen.dispose();
  }, [screen]);
  useEffect(() => {
    onOpen?.(screen);
    return () => onOpen?.(null);
  }, [screen, onOpen]);
  useEffect(() => screen.refuse(refused), [screen, refused]);
  const renderedLang = useRef(lang);
  useEffect(() => {
    if (renderedLang.current === lang) return;
    renderedLang.current = lang;
    screen.languageChanged();
  }, [screen, lang]);
  return (
    <ScreenContext.Provider value={screen}>
      <ScreenBody
        key={key}
        screen={screen}
        query={query}
        onQuery={onQuery}
        onTrail={onTrail}
        embedded={embedded}
      />
    </ScreenContext.Provider>
  );
}
