import { isObject, isSameText, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { menuGroups } from '../../../../contracts/menu.ts';
import { contentName, usedDefinition } from '../../../../contracts/saved-widget.ts';
import { viewKey, viewPath, type LayoutType, type ViewRow } from '../../../../contracts/view.ts';
import { invalid } from '../../../kernel/errors.ts';
import { resolveText } from '../../../kernel/texts.ts';
import { titleIn, titlesOf, type BundledMenu } from '../../definitions/index.ts';
import { nodesOfLayout, type SentElement } from './layout.ts';

/** Fields of a view as clients send them; what is absent stays. */
export interface ViewInput {
  title?: string | undefined;
  headTitle?: string | undefined;
  /** Null: among the own screens. */
  menu?: {
    title?: string | null | undefined;
    moduleId?: number | null | undefined;
    module?: string | undefined;
  } | null;
  layout?: SentElement[] | undefined;
  layoutType?: LayoutType | undefined;
  /** Saved widget that a view of one widget shows, in the place of what it showed. */
  widgetId?: string | null | undefined;
}

const titleLimit = 120;
const defaultIcon = 'chart-multiple';

/** Text of a person in a document, where one that begins with `$` would be a key. */
export const literal = (text: string): string => (text.startsWith('$') ? `$${text}` : text);

/** The document of a new view, without content. */
export function emptyView(dashId: number): JsonObject {
  const id = viewKey(dashId);
  return {
    kind: 'dashboard',
    formatVersion: 2,
    id,
    path: viewPath(dashId),
    title: '',
    access: { screen: id, verb: 'read' },
    header: [{ id: 'header', type: 'page-header', props: { title: '' } }],
    filters: [],
    body: [],
    'x-layoutType': 'C',
  };
}

/**
 * Returns a copy of a view's document with the fields that were sent.
 * @throws AppError VALIDATION_FAILED for an empty title, a menu group that does not exist, and a layout that cannot be
 */
export function withFields(document: JsonObject, input: ViewInput, menu: BundledMenu): JsonObject {
  const next = structuredClone(document);
  if (input.title !== undefined) setTitle(next, titleOf(input.title, '/title'));
  if (input.headTitle !== undefined) {
    const wanted = input.headTitle.trim();
    setHeadTitle(next, wanted === '' ? next['title']! : literal(titleOf(wanted, '/headTitle')));
  }
  if (input.menu === null) delete next['menu'];
  else if (input.menu !== undefined) next['menu'] = menuPlace(input.menu, next['menu'], menu);
  if (input.layout !== undefined) next['body'] = nodesOfLayout(input.layout, next['body']);
  if (input.layoutType !== undefined) next['x-layoutType'] = input.layoutType;
  if (input.widgetId) next['body'] = [nodeOfWidget(input.widgetId, next)];
  return next;
}

/** @throws AppError VALIDATION_FAILED for an empty title, and for one that is too long */
export function titleOf(given: string, path: string): string {
  const title = given.trim();
  if (title === '') throw invalid([{ path, key: 'errors.views.title' }]);
  if (title.length > titleLimit)
    throw invalid([{ path, key: 'errors.views.titleLength', params: { limit: titleLimit } }]);
  return title;
}

/** The heading and the end of the breadcrumb follow the title while they say the same. */
function setTitle(document: JsonObject, title: string): void {
  const before = document['title'];
  const text = literal(title);
  document['title'] = text;
  if (isSameText(headTitleOf(document), before)) setHeadTitle(document, text);
  const trail = Array.isArray(document['breadcrumb']) ? document['breadcrumb'] : null;
  const last = trail?.at(-1);
  if (trail === null) document['breadcrumb'] = [{ name: text }];
  else if (isObject(last) && isSameText(last['name'], before)) last['name'] = text;
}

/** The node of a view of one widget that shows a saved one. @throws AppError VALIDATION_FAILED in a view of another type */
function nodeOfWidget(widgetId: string, document: JsonObject): JsonObject {
  if (document['x-layoutType'] !== 'U') throw invalid([{ path: '/widgetId', key: 'errors.views.widgetId' }]);
  return {
    id: 'widget',
    use: contentName({ kind: 'widget', id: widgetId }),
    at: { x: 0, y: 0, w: 12, h: 10 },
  };
}

/** The saved widget that a view of one widget shows; null when it shows another node. */
function widgetIdOf(document: JsonObject): string | null {
  const [node] = Array.isArray(document['body']) ? document['body'] : [];
  if (document['x-layoutType'] !== 'U' || !isObject(node) || typeof node['use'] !== 'string') return null;
  const used = usedDefinition(node['use']);
  return used.kind === 'widget' ? used.id : null;
}

function pageHeader(document: JsonObject): JsonObject | undefined {
  const nodes = Array.isArray(document['header']) ? document['header'] : [];
  return nodes.filter((node) => isObject(node)).find((node) => node['type'] === 'page-header');
}

function headTitleOf(document: JsonObject): Json | undefined {
  const props = pageHeader(document)?.['props'];
  return isObject(props) ? props['title'] : undefined;
}

function setHeadTitle(document: JsonObject, title: Json): void {
  const header = pageHeader(document);
  if (!header) {
    const nodes = Array.isArray(document['header']) ? document['header'] : [];
    document['header'] = [{ id: 'pageHeader', type: 'page-header', props: { title } }, ...nodes];
    return;
  }
  header['props'] = { ...(isObject(header['props']) ? header['props'] : {}), title };
}

function menuPlace(
  { title, moduleId, module }: NonNullable<ViewInput['menu']>,
  current: Json | undefined,
  menu: BundledMenu,
): JsonObject {
  const before = isObject(current) ? current : {};
  const group = menuGroups(menu).find(({ id }) => id === moduleId);
  if (moduleId && group === undefined)
    throw invalid([{ path: '/menu/moduleId', key: 'errors.views.menuGroup' }]);
  // Without a number, the text names a group of the tenant's own.
  const own = module?.trim() ? literal(module.trim()).slice(0, titleLimit) : undefined;
  const named = moduleId === undefined && own === undefined ? before['group'] : (group?.title ?? own);
  const entry = title === undefined ? before['title'] : title?.trim() ? literal(title.trim()) : undefined;
  return {
    icon: defaultIcon,
    ...before,
    group: named ?? '$menu.ownScreens',
    ...(entry === undefined ? {} : { title: entry }),
    ...(title === null || title?.trim() === '' ? { title: undefined as unknown as Json } : {}),
  };
}

/** Title, heading, menu and kind of layout as they are stored. */
export function fieldsOf(
  document: JsonObject,
  lang: Language,
  menu: BundledMenu,
): Pick<ViewRow, 'title' | 'headTitle' | 'menu' | 'layoutType' | 'widgetId'> {
  const textOf = (written: Json | undefined): string | null => {
    const found = titlesOf({ title: written ?? null, strings: document['strings'] ?? {} });
    return found[lang] ?? Object.values(found)[0] ?? null;
  };
  const title = titleIn(titlesOf(document), lang);
  const place = isObject(document['menu']) ? document['menu'] : {};
  const group = typeof place['group'] === 'string' ? place['group'] : '$menu.ownScreens';
  return {
    title,
    headTitle: textOf(headTitleOf(document)) ?? title,
    menu: {
      title: textOf(place['title']),
      moduleId: menuGroups(menu).find((one) => one.title === group)?.id ?? null,
      module: resolveText(lang, textOf(group) ?? group),
    },
    layoutType: document['x-layoutType'] === 'U' ? 'U' : 'C',
    widgetId: widgetIdOf(document),
  };
}
