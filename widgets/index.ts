import type { WidgetEntry } from '../src/engine/core/index.ts';

/**
 * Every widget there is, by its type. Server and browser read it alike: what a widget is comes with the first document
 * that has one, and holds no React; only its own load() does.
 */
export const widgets: readonly WidgetEntry[] = [
  { type: 'alert', load: () => import('./alert/index.ts') },
  { type: 'avatar', load: () => import('./avatar/index.ts') },
  { type: 'badge', load: () => import('./badge/index.ts') },
  { type: 'breadcrumb', load: () => import('./breadcrumb/index.ts') },
  { type: 'button', load: () => import('./button/index.ts') },
  { type: 'card', load: () => import('./card/index.ts') },
  { type: 'code-editor', load: () => import('./code-editor/index.ts') },
  { type: 'description-list', load: () => import('./description-list/index.ts') },
  { type: 'detail', load: () => import('./detail/index.ts') },
  { type: 'dialog', load: () => import('./dialog/index.ts') },
  { type: 'divider', load: () => import('./divider/index.ts') },
  { type: 'empty-state', load: () => import('./empty-state/index.ts') },
  { type: 'file-list', load: () => import('./file-list/index.ts') },
  { type: 'filter-bar', load: () => import('./filter-bar/index.ts') },
  { type: 'form', load: () => import('./form/index.ts') },
  { type: 'grid', load: () => import('./grid/index.ts') },
  { type: 'html', load: () => import('./html/index.ts') },
  { type: 'icon', load: () => import('./icon/index.ts') },
  { type: 'image', load: () => import('./image/index.ts') },
  { type: 'list', load: () => import('./list/index.ts') },
  { type: 'markdown', load: () => import('./markdown/index.ts') },
  { type: 'menu', load: () => import('./menu/index.ts') },
  { type: 'menu-button', load: () => import('./menu-button/index.ts') },
  { type: 'page-header', load: () => import('./page-header/index.ts') },
  { type: 'preview', load: () => import('./preview/index.ts') },
  { type: 'progress', load: () => import('./progress/index.ts') },
  { type: 'search-box', load: () => import('./search-box/index.ts') },
  { type: 'section', load: () => import('./section/index.ts') },
  { type: 'split', load: () => import('./split/index.ts') },
  { type: 'stack', load: () => import('./stack/index.ts') },
  { type: 'steps', load: () => import('./steps/index.ts') },
  { type: 'table', load: () => import('./table/index.ts') },
  { type: 'tabs', load: () => import('./tabs/index.ts') },
  { type: 'tag-list', load: () => import('./tag-list/index.ts') },
  { type: 'text', load: () => import('./text/index.ts') },
  { type: 'tree', load: () => import('./tree/index.ts') },
];
