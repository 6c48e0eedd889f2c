import { isObject, isSameText, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { languages, type Language } from '../../../../contracts/language.ts';
import { foldText } from '../../../../contracts/text.ts';
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
    moduleTexts?: Partial<Record<Language, string>> | null | undefined;
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
  if (input.title !== undefined) setTitle(next, literal(titleOf(input.title, '/title')));
  if (input.headTitle !== undefined) {
    const wanted = input.headTitle.trim();
    setHeadTitle(next, wanted === '' ? next['title']! : literal(titleOf(wanted, '/headTitle')));
  }
  if (input.menu === null) delete next['menu'];
  else if (input.menu !== undefined) setMenu(next, input.menu, menu);
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
function setTitle(document: JsonObject, text: string): void {
  const before = document['title'];
  document['title'] = text;
  if (isSameText(headTitleOf(document), before)) setHeadTitle(document, text);
  const trail = Array.isArray(document['breadcrumb']) ? document['breadcrumb'] : null;
  const last = trail?.at(-1);
  if (trail === null) document['breadcrumb'] = [{ name: text }];
  else if (isObject(last) && isSameText(last['name'], before)) last['name'] = text;
}

/** The view under another title in each language that it has one in. */
export function withTitle(document: JsonObject, rename: (title: string) => string): JsonObject {
  const next = structuredClone(document);
  const { title } = next;
  if (typeof title === 'string' && !title.startsWith('$')) {
    setTitle(next, rename(title));
    return next;
  }
  const strings = isObject(next['strings']) ? next['strings'] : {};
  for (const [language, text] of Object.entries(titlesOf(next))) {
    const texts = isObject(strings[language]) ? strings[language] : {};
    strings[language] = { ...texts, importedTitle: rename(text) };
  }
  next['strings'] = strings;
  setTitle(next, '$importedTitle');
  return next;
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

const ownScreens = '$menu.ownScreens';

function setMenu(document: JsonObject, input: NonNullable<ViewInput['menu']>, menu: BundledMenu): void {
  const { title: before, ...rest } = isObject(document['menu']) ? document['menu'] : {};
  const { title } = input;
  const entry = title === undefined ? before : title?.trim() ? literal(title.trim()) : undefined;
  const group = groupOf(document, input, menu);
  document['menu'] = { icon: defaultIcon, ...rest, group, ...(entry === undefined ? {} : { title: entry }) };
}

/**
 * The group of a view, as its document names it: that of a number, one of the tenant's own by its titles, or that of a title.
 * @throws AppError VALIDATION_FAILED for a number that no group has, and titles without one
 */
function groupOf(
  document: JsonObject,
  { moduleId, module, moduleTexts }: NonNullable<ViewInput['menu']>,
  menu: BundledMenu,
): string {
  const written = isObject(document['menu']) ? document['menu']['group'] : undefined;
  const current = typeof written === 'string' ? written : ownScreens;
  if (moduleId) {
    const found = menuGroups(menu).find(({ id }) => id === moduleId);
    if (found === undefined) throw invalid([{ path: '/menu/moduleId', key: 'errors.views.menuGroup' }]);
    return found.title;
  }
  if (moduleTexts) return ownGroup(document, moduleTexts, menu);
  const title = module?.trim() ?? '';
  if (title !== '')
    return Object.values(groupTexts(document, current)).includes(title) ? current : groupOfTitle(title, menu);
  return module === undefined && moduleId === undefined ? current : ownScreens;
}

/** The group of the product with a title in some language, else one of the tenant's own: two groups never look the same. */
function groupOfTitle(title: string, menu: BundledMenu): string {
  const wanted = foldText(title);
  const known = [...menuGroups(menu).map((group) => group.title), ownScreens];
  return (
    known.find((key) => languages.some((lang) => foldText(resolveText(lang, key)) === wanted)) ??
    literal(title)
  );
}

/** A group of the tenant's own, whose titles are texts of the document; a language without one has that of another. */
function ownGroup(document: JsonObject, given: Partial<Record<Language, string>>, menu: BundledMenu): string {
  const titles = languages.map((lang) => given[lang]?.trim() ?? '');
  const first = titles.find((title) => title !== '');
  if (first === undefined) throw invalid([{ path: '/menu/moduleTexts', key: 'errors.views.menuGroupTitle' }]);
  const known = groupOfTitle(first, menu);
  if (known !== literal(first) || titles.every((title) => title === '' || title === first)) return known;
  const strings = isObject(document['strings']) ? document['strings'] : {};
  document['strings'] = {
    ...strings,
    ...Object.fromEntries(
      languages.map((lang, at) => {
        const texts = isObject(strings[lang]) ? strings[lang] : {};
        return [lang, { ...texts, menuGroup: titles[at] || first }];
      }),
    ),
  };
  return '$menuGroup';
}

/** Titles of a group by language. */
const groupTexts = (document: JsonObject, group: string): Partial<Record<Language, string>> => ({
  ...Object.fromEntries(
    group.startsWith('$') && !group.startsWith('$$')
      ? languages.map((lang) => [lang, resolveText(lang, group)])
      : [],
  ),
  ...titlesOf({ title: group, strings: document['strings'] ?? {} }),
});

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
  const group = typeof place['group'] === 'string' ? place['group'] : ownScreens;
  const known = menuGroups(menu).find((one) => one.title === group);
  return {
    title,
    headTitle: textOf(headTitleOf(document)) ?? title,
    menu: {
      title: textOf(place['title']),
      moduleId: known?.id ?? null,
      module: resolveText(lang, textOf(group) ?? group),
      moduleTexts: known || group === ownScreens ? null : groupTexts(document, group),
    },
    layoutType: document['x-layoutType'] === 'U' ? 'U' : 'C',
    widgetId: widgetIdOf(document),
  };
}
